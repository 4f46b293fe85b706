import Type, { type Static } from 'typebox'
import { isBlank } from './blank.ts'
import { endpoint } from './endpoint.ts'
import { Author, Id, Instant, Media, Nullable, NullableText, OneOf, pageOf, PageQuery } from './entity.ts'
import type { RuleBreak } from './errors.ts'

/** What members can report, one case each: a post, a message, a good deal, a profile. */
export const reportedKinds = ['post', 'message', 'deal', 'user'] as const
export type ReportedKind = (typeof reportedKinds)[number]

/** The rules of living together that a decision names; their words are texts of the interface. */
export const moderationRules = [
  'respect',
  'danger',
  'minors',
  'privacy',
  'illegal',
  'scam',
  'advertising',
  'offtopic',
] as const
export type ModerationRule = (typeof moderationRules)[number]

/**
 * What the team may decide on what was reported. `keep` finds no breach; `hide` takes it out of sight; `warn` leaves it
 * and tells its author; `suspend` hides it, and its author reads and takes part no more for some days; `remove` takes
 * it away for good once no appeal is possible any more, and of a profile closes the access.
 */
export const moderationDecisions = ['keep', 'hide', 'warn', 'suspend', 'remove'] as const
export type ModerationDecision = (typeof moderationDecisions)[number]

/** For how many days a member may be suspended. */
export const suspensionDays = [1, 7, 30] as const
/** How long after a decision its author may appeal, in days. */
export const APPEAL_DAYS = 14
/** Of a reason, of an appeal and of its answer, in characters. */
export const MAX_STATEMENT_LENGTH = 1_000
/** Undecided cases are called to mind after so many hours: first at the team, then at the webmasters too. */
export const REMINDER_HOURS = [24, 48] as const
/** How many months the public counts reach back, this one included. */
export const COUNTED_MONTHS = 12

/** What is told of a case: to the team that it waits, to who it is about what came of it. */
export const moderationNews = ['report', 'appeal', 'decision', 'outcome'] as const
export type ModerationNews = (typeof moderationNews)[number]

export const caseStates = ['open', 'decided', 'appealed', 'closed'] as const
export type CaseState = (typeof caseStates)[number]

/** Lists of cases: what waits for the viewer, or what has been decided. */
export const caseLists = ['waiting', 'decided'] as const

const CommunityName = Type.Object({ _id: Id, name: Type.String(), customUri: Type.String() })

const Statement = Type.Optional(Nullable(Type.String({ maxLength: MAX_STATEMENT_LENGTH })))

/** What the team says of what it takes away from somebody, who reads it and may appeal. Their own goes without words. */
export const RemovalQuery = Type.Object({
  rule: Type.Optional(OneOf(moderationRules)),
  reason: Type.Optional(Type.String({ maxLength: MAX_STATEMENT_LENGTH })),
})

/** Of a private conversation: the reported message with five on either side. */
const ReportedMessage = Type.Object({
  place: Type.Integer(),
  author: Nullable(Author),
  text: NullableText,
  hasPicture: Type.Boolean(),
  reported: Type.Boolean(),
  date: Instant,
})

/** What was reported, as it stood when it was reported last; empty where it has been erased since. */
export const ReportedContent = Type.Object({
  title: NullableText,
  text: NullableText,
  lang: Type.Object({ en: Type.Object({ title: NullableText, text: NullableText }) }),
  picture: Nullable(Media),
  youtubeVideoId: NullableText,
  messages: Type.Array(ReportedMessage, { description: 'of a message alone' }),
})
export type ReportedContent = Static<typeof ReportedContent>

const Decision = Type.Object({
  decision: OneOf(moderationDecisions),
  rule: Nullable(OneOf(moderationRules)),
  reason: NullableText,
  days: Type.Union([Type.Integer(), Type.Null()], { description: 'of a suspension' }),
  date: Instant,
})

const Appeal = Type.Object({
  text: Type.String(),
  date: Instant,
  outcome: Type.Union([Type.Object({ overturned: Type.Boolean(), reason: NullableText, date: Instant }), Type.Null()]),
})

/** A case as a list of the team shows it. */
const CaseLine = Type.Object({
  _id: Id,
  community: CommunityName,
  kind: OneOf(reportedKinds),
  state: OneOf(caseStates),
  author: Nullable(Author),
  excerpt: Type.Object(
    { text: NullableText, lang: Type.Object({ en: Type.Object({ text: NullableText }) }) },
    { description: 'of what was reported; of a private message none' },
  ),
  flagsCount: Type.Integer(),
  hidden: Type.Boolean({ description: 'nobody but its author is shown it now' }),
  concernsMinor: Type.Boolean(),
  date: Type.String({ format: 'date-time', description: 'of the first report, or of the appeal that waits' }),
  decidedAt: Nullable(Instant),
  decision: Nullable(OneOf(moderationDecisions)),
})
export type CaseLine = Static<typeof CaseLine>

export const ModerationCase = Type.Interface([CaseLine], {
  subjectId: Id,
  content: ReportedContent,
  reasons: Type.Array(
    Type.Object({
      text: Type.String({ description: 'empty where a rule alone was named' }),
      rule: Nullable(OneOf(moderationRules)),
      date: Instant,
    }),
    { description: 'as they were given, the oldest first; who reported is shown to nobody' },
  ),
  reportedAt: Instant,
  ruling: Nullable(
    Type.Interface([Decision], { by: Nullable(Author), restoredAt: Nullable(Instant), erased: Type.Boolean() }),
  ),
  appeal: Nullable(Appeal),
  hasSecondPerson: Type.Boolean({
    description: 'false where an appeal waits, and nobody but who has decided is there to decide on it',
  }),
  abilities: Type.Object({
    decide: Type.Array(OneOf(moderationDecisions), { description: 'what the viewer may decide now' }),
    decideOnAppeal: Type.Boolean({ description: 'false for who has decided: an appeal goes to a second person' }),
    restore: Type.Boolean({ description: 'what is hidden can be shown again' }),
  }),
})
export type ModerationCase = Static<typeof ModerationCase>

export const listCases = endpoint({
  method: 'GET',
  path: '/admin/moderation',
  summary:
    'Reports and appeals that wait for the viewer, what concerns a minor first, then the longest; or those decided, the latest first',
  access: 'member',
  query: Type.Object({
    ...PageQuery,
    list: Type.Optional(OneOf(caseLists)),
    everywhere: Type.Optional(Type.Boolean({ description: 'in all communities: for webmasters' })),
  }),
  answer: pageOf(
    CaseLine,
    Type.Object({ waiting: Type.Integer({ description: 'how many wait, five hundred at most' }) }),
  ),
  errors: [],
})
export type CasesPage = Static<(typeof listCases)['answer']>

export const getCase = endpoint({
  method: 'GET',
  path: '/admin/moderation/:id',
  summary: 'One case with what was reported. Looking at a private message is noted in the audit',
  access: 'member',
  params: Type.Object({ id: Id }),
  answer: ModerationCase,
  errors: ['error404'],
})

export const decideCase = endpoint({
  method: 'PUT',
  path: '/admin/moderation/:id',
  summary: 'Decide on a case: in force at once, and its author is told the rule and the reason',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object({
    decision: OneOf(moderationDecisions),
    rule: Type.Optional(Nullable(OneOf(moderationRules))),
    reason: Statement,
    days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 365 }))),
  }),
  answer: ModerationCase,
  errors: ['error404', 'rulemandatory', 'reasonmandatory', 'daysmandatory', 'alreadydecided', 'laststaff'],
})

export const restoreCase = endpoint({
  method: 'PUT',
  path: '/admin/moderation/:id/restore',
  summary: 'Show again what is hidden, let in or take part again who is kept out: its author is told',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object({ reason: Statement }),
  bodyOptional: true,
  answer: ModerationCase,
  errors: ['error404', 'alreadydecided'],
})

export const decideAppeal = endpoint({
  method: 'PUT',
  path: '/admin/moderation/:id/appeal',
  summary: 'Decide on an appeal, by somebody else than who decided before; what is overturned is undone at once',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object({ overturn: Type.Boolean(), reason: Statement }),
  answer: ModerationCase,
  errors: ['error404', 'reasonmandatory', 'alreadydecided'],
})

/** A decision as the person whom it is about reads it: never who reported, nor who decided. */
export const OwnDecision = Type.Interface([Decision], {
  _id: Id,
  community: CommunityName,
  kind: OneOf(reportedKinds),
  subjectId: Id,
  excerpt: Type.Object({ text: NullableText, lang: Type.Object({ en: Type.Object({ text: NullableText }) }) }),
  until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'of a suspension that goes on',
  }),
  restoredAt: Nullable(Instant),
  appeal: Nullable(Appeal),
  appealUntil: Instant,
  abilities: Type.Object({ appeal: Type.Boolean() }),
})
export type OwnDecision = Static<typeof OwnDecision>

export const listOwnDecisions = endpoint({
  method: 'GET',
  path: '/moderation/mine',
  summary: "Decisions of the team on what the viewer has published, or on the viewer's profile, the latest first",
  access: 'member',
  answer: Type.Array(OwnDecision),
  errors: [],
})

export const appealDecision = endpoint({
  method: 'POST',
  path: '/moderation/appeals',
  summary: 'Appeal against a decision, once: somebody else looks at it',
  access: 'member',
  whenSuspended: true,
  body: Type.Object({ caseId: Id, text: Statement }),
  answer: OwnDecision,
  errors: ['error404', 'reasonmandatory', 'alreadydecided', 'toomanyrequests'],
})

const AppealToken = Type.String({ maxLength: 100, description: 'of the link in the mail' })

/** Who was removed has no session: the mail that tells them leads here. */
export const readDecisionsByLink = endpoint({
  method: 'POST',
  path: '/moderation/decision',
  summary:
    'The decision that a mailed link is about, then others about the same person that can still be appealed against',
  access: 'public',
  body: Type.Object({ token: AppealToken }),
  answer: Type.Array(OwnDecision),
  errors: ['tokenexpired', 'toomanyrequests'],
})

export const appealByLink = endpoint({
  method: 'POST',
  path: '/moderation/appeal',
  summary: 'Appeal by the mailed link, once against each of its decisions; without a case against that of the mail',
  access: 'public',
  body: Type.Object({
    token: AppealToken,
    text: Statement,
    caseId: Type.Optional(Id),
  }),
  answer: OwnDecision,
  errors: ['error404', 'tokenexpired', 'reasonmandatory', 'alreadydecided', 'toomanyrequests'],
})

const MonthCounts = Type.Object({
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
  reports: Type.Integer(),
  cases: Type.Integer(),
  waiting: Type.Integer({ description: 'of its cases those that nobody has decided yet' }),
  decisions: Type.Object(
    Object.fromEntries(moderationDecisions.map(one => [one, Type.Integer()])) as Record<
      ModerationDecision,
      ReturnType<typeof Type.Integer>
    >,
  ),
  appeals: Type.Integer(),
  overturned: Type.Integer(),
  medianHours: Type.Union([Type.Number(), Type.Null()], { description: 'from the first report to the decision' }),
})
export type MonthCounts = Static<typeof MonthCounts>

export const getModerationCounts = endpoint({
  method: 'GET',
  path: '/moderation/counts',
  summary:
    "How many reports the viewer's community had by month, until yesterday, and what came of them; the latest month first",
  access: 'session',
  answer: Type.Array(MonthCounts),
  errors: [],
})

interface Decided {
  decision: ModerationDecision
  rule?: ModerationRule | null
  reason?: string | null
  days?: number | null
}

/** Rules across fields: all that are broken. A finding of no breach needs neither a rule nor a reason. */
export const breaksOfDecision = ({ decision, rule, reason, days }: Decided): RuleBreak[] => {
  if (decision === 'keep') return []
  const breaks: RuleBreak[] = []
  if (!rule) breaks.push({ key: 'rulemandatory', field: 'rule' })
  if (isBlank(reason)) breaks.push({ key: 'reasonmandatory', field: 'reason' })
  if (decision === 'suspend' && !(suspensionDays as readonly unknown[]).includes(days))
    breaks.push({ key: 'daysmandatory', field: 'days' })
  return breaks
}

/** The first of them. */
export const checkDecision = (given: Decided): RuleBreak | null => breaksOfDecision(given)[0] ?? null

/** An appeal, and the answer to it, say why. */
export const checkStatement = (text: string | null | undefined, field: 'text' | 'reason'): RuleBreak | null =>
  isBlank(text) ? { key: 'reasonmandatory', field } : null

declare module './realtime.ts' {
  interface ServerMessages {
    /** What waits for the team is not what it was: lists of cases and their count are asked for again. */
    'moderation.changed': Record<string, never>
  }
}
