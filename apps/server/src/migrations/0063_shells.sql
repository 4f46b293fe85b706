-- A session of one of our apps: its token comes as a bearer token, never as a cookie, and a browser's never as a bearer
-- token.
alter table sessions add column in_shell boolean not null default false;
