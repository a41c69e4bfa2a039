package dev.varve.it.s3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;

/**
 * One HTTP/1.1 message as it came over the wire, so that it can be passed on byte by byte: signatures stay valid.
 *
 * @param head start line and headers, with the empty line after them
 * @param body as sent, chunk sizes included
 */
record HttpMessage(String head, byte[] body) {
    private static final int LONGEST_HEAD = 1 << 16;
    private static final String END_OF_LINE = "\r\n";

    /** Reads a request, asking the client for its body if it waits for that; empty if the client has closed the connection. */
    static Optional<HttpMessage> readRequest(InputStream in, OutputStream out) throws IOException {
        String head = readHead(in);
        if (head.isEmpty()) {
            return Optional.empty();
        }
        if (header(head, "expect").isPresent()) {
            out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1));
            out.flush();
            head = without(head, "expect");
        }
        return Optional.of(new HttpMessage(head, readBody(in, head)));
    }

    /** @param toHead whether it answers a HEAD request, so that it has no body whatever its length says */
    static HttpMessage readAnswer(InputStream in, boolean toHead) throws IOException {
        String head = readHead(in);
        if (head.isEmpty()) {
            throw new EOFException("the server closed the connection without an answer");
        }
        int status = Integer.parseInt(head.split(" ", 3)[1]);
        boolean bodiless = toHead || status == 204 || status == 304;
        return new HttpMessage(head, bodiless ? new byte[0] : readBody(in, head));
    }

    /** An answer of our own to this request; one to HEAD tells the length of a body that does not follow. */
    HttpMessage error(int status, String reason, String code) {
        byte[] body = ("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>" + code
                        + "</Code><Message>injected</Message></Error>")
                .getBytes(ISO_8859_1);
        return new HttpMessage(
                "HTTP/1.1 " + status + " " + reason + END_OF_LINE + "Content-Type: application/xml" + END_OF_LINE
                        + "Content-Length: " + body.length + END_OF_LINE + END_OF_LINE,
                isHead() ? new byte[0] : body);
    }

    /** Method and path, for messages and for conditions. */
    String line() {
        String[] words = head.split(" ", 3);
        return words[0] + " " + words[1];
    }

    boolean isHead() {
        return head.startsWith("HEAD ");
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes());
        out.flush();
    }

    byte[] bytes() {
        byte[] start = head.getBytes(ISO_8859_1);
        byte[] all = new byte[start.length + body.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(body, 0, all, start.length, body.length);
        return all;
    }

    private static String readHead(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (!endsTheHead(head)) {
            int next = in.read();
            if (next < 0) {
                if (head.length() == 0) {
                    return "";
                }
                throw new EOFException("the connection ended within the head of a message: " + head);
            }
            head.append((char) next);
            if (head.length() > LONGEST_HEAD) {
                throw new IOException("the head of a message is longer than " + LONGEST_HEAD + " bytes");
            }
        }
        return head.toString();
    }

    private static boolean endsTheHead(StringBuilder head) {
        int length = head.length();
        return length >= 4 && head.lastIndexOf("\r\n\r\n") == length - 4;
    }

    private static byte[] readBody(InputStream in, String head) throws IOException {
        if (header(head, "transfer-encoding")
                .filter("chunked"::equalsIgnoreCase)
                .isPresent()) {
            return readChunks(in);
        }
        int length = header(head, "content-length").map(Integer::parseInt).orElse(0);
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the connection ended after " + body.length + " of " + length + " bytes of a body");
        }
        return body;
    }

    private static byte[] readChunks(InputStream in) throws IOException {
        var body = new ByteArrayOutputStream();
        int size;
        do {
            String line = readLine(in);
            size = Integer.parseInt(line.split(";")[0].strip(), 16);
            body.write((line + END_OF_LINE).getBytes(ISO_8859_1));
            body.write(in.readNBytes(size));
            body.write((readLine(in) + END_OF_LINE).getBytes(ISO_8859_1));
        } while (size > 0);
        return body.toByteArray();
    }

    private static String readLine(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended within a chunk");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static Optional<String> header(String head, String name) {
        return head.lines()
                .skip(1)
                .filter(line -> isNamed(line, name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    private static String without(String head, String name) {
        var kept = new StringBuilder();
        head.lines()
                .filter(line -> !isNamed(line, name))
                .forEach(line -> kept.append(line).append(END_OF_LINE));
        return kept.toString();
    }

    private static boolean isNamed(String line, String name) {
        return line.toLowerCase(Locale.ROOT).startsWith(name + ":");
    }
}
