package dev.varve.table.memtable;

/** No compression: every block is one that compression does not make smaller, and such blocks are stored as they are. */
record PlainSpillCodec() implements SpillCodec {
    @Override
    public Compressor compressor() {
        return new Compressor() {
            @Override
            public int bound(int length) {
                return 0;
            }

            @Override
            public int compress(byte[] from, int length, byte[] to) {
                return length;
            }
        };
    }

    @Override
    public Decompressor decompressor() {
        return (from, length, to) -> {
            throw new IllegalStateException("a block of " + length + " bytes is compressed by no codec");
        };
    }
}
