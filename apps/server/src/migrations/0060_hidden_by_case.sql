-- Each case keeps what it has hidden of a profile: undoing one shows its own words, and not what another still hides.
alter table hidden_profiles add column case_id uuid;
update hidden_profiles h set case_id = coalesce((
  select k.id from moderation_cases k
  where k.kind = 'user' and k.subject_id = h.user_id and k.hidden_at is not null and k.restored_at is null
  order by coalesce(k.decided_at, k.opened_at) desc limit 1), gen_random_uuid());
alter table hidden_profiles alter column case_id set not null;
alter table hidden_profiles drop constraint hidden_profiles_pkey;
alter table hidden_profiles add primary key (community_id, user_id, case_id);
