create schema shop;

create type shop.tier as enum ('basic', 'silver', 'gold');
create type shop.order_status as enum ('new', 'paid', 'shipped', 'delivered', 'returned');

create table shop.customers (
    id          uuid primary key,
    email       varchar(120) not null,
    name        text not null,
    tier        shop.tier not null,
    active      boolean not null,
    balance     numeric(14, 2) not null,
    rating      real,
    birthday    date,
    address     jsonb,
    tags        text[],
    created_at  timestamptz not null,
    seen_at     timestamp
);

create table shop.products (
    id             bigint primary key,
    sku            varchar(20) not null,
    title          text not null,
    price          numeric(10, 2) not null,
    weight         double precision,
    stock          integer not null,
    sizes          integer[],
    attributes     jsonb,
    picture        bytea,
    launched       date,
    on_sale_from   time(3),
    updated_at     timestamp(3) not null
);

create table shop.orders (
    id           bigint primary key,
    customer_id  uuid not null references shop.customers on update cascade on delete cascade,
    status       shop.order_status not null,
    priority     smallint not null,
    express      boolean not null,
    total        numeric(12, 2) not null,
    placed_at    timestamptz not null,
    ship_on      date,
    ship_after   time(3),
    note         text
);

create table shop.order_lines (
    order_id    bigint not null references shop.orders on update cascade on delete cascade,
    line        smallint not null,
    product_id  bigint not null references shop.products,
    quantity    integer not null,
    unit_price  numeric(10, 2) not null,
    discount    real,
    gift        boolean not null,
    primary key (order_id, line)
);

create index on shop.orders (customer_id);
create index on shop.order_lines (product_id);
