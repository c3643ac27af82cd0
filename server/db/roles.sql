-- Two roles of the database that this is run in, by psql and as a superuser: lisa_owner owns the schema and migrates,
-- lisa_app is the one that Lisa runs as, which reads and writes rows and can change nothing else.
\getenv owner_password LISA_OWNER_PASSWORD
\getenv app_password LISA_APP_PASSWORD
create role lisa_owner login password :'owner_password';
create role lisa_app login password :'app_password';

-- Its owner may also create what is in the schema public.
alter database :"DBNAME" owner to lisa_owner;
revoke all on database :"DBNAME" from public;
grant connect on database :"DBNAME" to lisa_app;

set role lisa_owner;
alter default privileges in schema public grant select, insert, update, delete on tables to lisa_app;
-- Where migrations are noted.
create schema drizzle;
grant usage on schema drizzle to lisa_app;
alter default privileges in schema drizzle grant select on tables to lisa_app;
reset role;
