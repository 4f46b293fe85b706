-- The record of who did what is only added to: what is noted stays as it is. It forgets who it was when they are erased, and is
-- dropped after a year; nothing else changes it, whoever asks the database.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '12 months' then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    if (new.id, new.at, new.act, new.community_id) is not distinct from (old.id, old.at, old.act, old.community_id)
      and (new.user_id is null or new.user_id is not distinct from old.user_id)
      and (new.account_id is null or new.account_id is not distinct from old.account_id)
      and (new.address is null or new.address is not distinct from old.address)
      and (new.subject_id is null or new.subject_id is not distinct from old.subject_id) then
      return new;
    end if;
  end if;
  raise exception 'audit_log is only added to' using errcode = 'PV423';
end $$;

create trigger audit_log_kept before update or delete on audit_log for each row execute function keep_audit_log();
create trigger audit_log_whole before truncate on audit_log for each statement execute function keep_audit_log();

-- It is read from the latest on, page by page: of all, by act, by act in a community, by who it was, from where, and to whom.
drop index audit_log_at;
create index audit_log_latest on audit_log (at desc, id desc);
create index audit_log_act on audit_log (act, at desc, id desc);
create index audit_log_community_act on audit_log (community_id, act, at desc, id desc) where community_id is not null;
create index audit_log_user on audit_log (user_id, at desc, id desc) where user_id is not null;
create index audit_log_account_latest on audit_log (account_id, at desc, id desc) where account_id is not null;
create index audit_log_address on audit_log (address, at desc, id desc) where address is not null;
create index audit_log_subject on audit_log (subject_id, at desc, id desc) where subject_id is not null;

-- Whom it names is found in all communities at once: by their id, how their names begin, and how their e-mail does.
create index users_id on users (id);
create function person_words(firstname text, lastname text, pseudo text, company text) returns tsvector language sql immutable parallel safe
  return to_tsvector('pg_catalog.simple',
    plain_words(coalesce(firstname, '') || ' ' || coalesce(lastname, '') || ' ' || pseudo || ' ' || coalesce(company, '')));
create index users_words on users using gin (person_words(firstname, lastname, pseudo, company));
create index accounts_email_begin on accounts (lower(email) text_pattern_ops) where email is not null;
