import type { ModerationCase } from '@parvis/contract/moderation.ts'

export const NOW = Date.now()
export const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
export const createPerson = (_id: string, firstname: string) =>
  ({ _id, firstname, pseudo: _id, initial: null, photoUri: null, role: 'neighbor' }) as unknown as NonNullable<
    ModerationCase['author']
  >
export const community = { _id: 'home', name: 'Les Tilleuls', customUri: 'les-tilleuls' }
const english = { en: { title: null, text: null } }

export const createCase = (overrides: Partial<ModerationCase> = {}): ModerationCase => ({
  _id: 'k1',
  community,
  kind: 'post',
  state: 'open',
  author: createPerson('ana', 'Ana'),
  excerpt: { text: 'Canapé', lang: { en: { text: null } } },
  flagsCount: 2,
  hidden: false,
  concernsMinor: false,
  date: hoursAgo(3),
  decidedAt: null,
  decision: null,
  subjectId: 'p1',
  content: { title: 'Canapé', text: 'Trois places', lang: english, picture: null, youtubeVideoId: null, messages: [] },
  reasons: [{ rule: null, text: 'Vendu déjà', date: hoursAgo(3) }],
  reportedAt: hoursAgo(3),
  ruling: null,
  appeal: null,
  hasSecondPerson: true,
  abilities: { decide: ['keep', 'hide', 'warn', 'suspend', 'remove'], decideOnAppeal: false, restore: false },
  ...overrides,
})

export const page = (docs: ModerationCase[], waiting = docs.length) =>
  Response.json({ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null, waiting })
export const isListRequest = (address: string) => address.includes('list=')
