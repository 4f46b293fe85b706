/** What decides whether a user `u` of the account `a` may come in (`mayEnter`). */
export const entryColumns = [
  'u.enabled_at',
  'u.disabled_at',
  'u.first_login',
  'u.member_until',
  'a.email',
  'a.confirmed_at',
] as const
