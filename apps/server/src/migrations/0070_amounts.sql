-- What is limited by how much there is of it within a day: bytes of pictures had a table of their own; texts, and posts and messages, of
-- which a bucket of hits does not hold enough, are counted in the same way. Such a bucket holds the hours in `at`, and their amounts here.
alter table attempts add column amounts int[];
drop table upload_days;

-- Adds to the hour and answers what there is within the window; past `most` it refuses as `take_hit` does, and nothing is added. The
-- seconds are those until enough of the oldest hours is forgiven. Calls made at once wait for each other by the row.
create function take_amount(bucket text, amount int, most int, within interval) returns int language plpgsql strict as $$
declare
  used bigint;
  free_at timestamptz;
begin
  insert into attempts as a (bucket, at, amounts)
    values (take_amount.bucket, array[date_trunc('hour', clock_timestamp())], array[amount])
    on conflict on constraint hits_pkey do update set (at, amounts) = (
      select array_agg(kept.hour order by kept.hour), array_agg(kept.sum order by kept.hour) from (
        select one.hour, sum(one.amount)::int from unnest(a.at || excluded.at, a.amounts || excluded.amounts) as one (hour, amount)
        where one.hour > clock_timestamp() - within group by one.hour) kept)
    returning (select sum(one) from unnest(a.amounts) one) into used;
  if used > most then
    select later.hour + within into free_at from (
      select one.hour, coalesce(sum(one.amount) over (order by one.hour desc rows between unbounded preceding and 1 preceding), 0) as sum
      from attempts a, unnest(a.at, a.amounts) as one (hour, amount) where a.bucket = take_amount.bucket) later
    where later.sum <= most order by later.hour limit 1;
    raise exception using errcode = 'PV429', message = 'too much', hint = 'day',
      detail = greatest(1, ceil(extract(epoch from free_at - clock_timestamp())))::int;
  end if;
  return used;
end $$;

-- As before, and says of a limit of a day that it is one.
create or replace function take_hit(bucket text, most int, within interval) returns timestamptz language plpgsql as $$
declare
  taken timestamptz;
  oldest timestamptz;
begin
  insert into attempts as a (bucket, at) values (take_hit.bucket, array[clock_timestamp()])
    on conflict on constraint hits_pkey do update set at = hits_within(a.at, within) || clock_timestamp()
      where cardinality(hits_within(a.at, within)) < most
    returning a.at[cardinality(a.at)] into taken;
  if taken is null then
    select (hits_within(a.at, within))[1] into oldest from attempts a where a.bucket = take_hit.bucket;
    raise exception using errcode = 'PV429', message = 'too many hits',
      hint = case when within >= interval '1 day' then 'day' else 'window' end,
      detail = greatest(1, ceil(extract(epoch from oldest + within - clock_timestamp())))::int;
  end if;
  return taken;
end $$;
