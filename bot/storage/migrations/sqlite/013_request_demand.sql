-- How many requests a second each process needs, and when it said so: the request budget is shared by it.
CREATE TABLE request_demand (
    process TEXT NOT NULL PRIMARY KEY,
    demand  REAL NOT NULL,
    at      REAL NOT NULL
);
CREATE INDEX request_demand_by_age ON request_demand (at);
