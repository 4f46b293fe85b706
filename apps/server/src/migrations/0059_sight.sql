-- What is out of sight only until the team has looked is not told to its author: it would tell who reported it.
alter table hidden_messages add column is_told boolean not null default true;

-- The record says of what, and whose, a decision was; and what another case hides stays hidden.
create index moderation_cases_subject on moderation_cases (subject_id);
