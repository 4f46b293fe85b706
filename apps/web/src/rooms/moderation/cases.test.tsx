import type { ModerationCase } from '@parvis/contract/moderation.ts'
import { describe, expect, test, vi } from 'vitest'
import { CaseSheet } from './CaseSheet.tsx'
import { CasesCard } from './CasesCard.tsx'
import { answerWith, calls, choose, draw, press, radios, shows, until, wipe } from './testing/draw-alone.tsx'

const NOW = Date.now()
const agoOf = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
const someone = (_id: string, firstname: string) =>
  ({ _id, firstname, pseudo: _id, initial: null, photoUri: null, role: 'neighbor' }) as unknown as NonNullable<
    ModerationCase['author']
  >
const community = { _id: 'home', name: 'Les Tilleuls', customUri: 'les-tilleuls' }
const english = { en: { title: null, text: null } }

const someCase = (more: Partial<ModerationCase> = {}): ModerationCase => ({
  _id: 'k1',
  community,
  kind: 'post',
  state: 'open',
  author: someone('ana', 'Ana'),
  excerpt: { text: 'Canapé', lang: { en: { text: null } } },
  flagsCount: 2,
  hidden: false,
  concernsMinor: false,
  date: agoOf(3),
  decision: null,
  subjectId: 'p1',
  content: { title: 'Canapé', text: 'Trois places', lang: english, picture: null, youtubeVideoId: null, messages: [] },
  reasons: [{ text: 'Vendu déjà', date: agoOf(3) }],
  reportedAt: agoOf(3),
  ruling: null,
  appeal: null,
  abilities: { decide: ['keep', 'hide', 'warn', 'suspend', 'remove'], decideOnAppeal: false, restore: false },
  ...more,
})

const ruling = (more: Partial<NonNullable<ModerationCase['ruling']>> = {}) => ({
  decision: 'hide' as const,
  rule: 'advertising' as const,
  reason: 'Une fois suffit',
  days: null,
  date: agoOf(2),
  by: someone('me', 'Camille'),
  restoredAt: null,
  erased: false,
  ...more,
})
const none = { decide: [], decideOnAppeal: false, restore: false }

const reader = { _id: 'me', communityId: 'home', customUri: 'les-tilleuls' }
const openCase = async (one: ModerationCase) => {
  answerWith(() => Response.json(one))
  await draw(<CaseSheet id="k1" reader={reader} back={{ to: '/' }} />)
}

describe('a case', () => {
  test('shows what was reported, why, and how often', async () => {
    await openCase(someCase({ concernsMinor: true, hidden: true, date: agoOf(50) }))
    await shows('Trois places')
    for (const words of ['Vendu déjà', '2 reports', 'Concerns a minor: hidden already', 'For more than 48\u00a0h'])
      await shows(words)
    expect(document.querySelector('a[href*="publication"]')).toBeNull()
  })

  test('of a message shows the reported one marked among its neighbours, and says that looking is noted', async () => {
    const said = (place: number, text: string | null, reported = false) => ({
      place,
      text,
      reported,
      author: someone('ana', 'Ana'),
      hasPicture: false,
      date: agoOf(3),
    })
    const messages = [said(1, 'Bonjour'), said(2, 'Malpoli', true), said(3, null)]
    await openCase(someCase({ kind: 'message', content: { ...someCase().content, title: null, text: null, messages } }))
    await shows('That you look is noted')
    const marked = [...document.querySelectorAll('[data-reported]')]
    expect(marked).toHaveLength(1)
    expect(marked[0]!.textContent).toContain('Malpoli')
    await shows('Deleted')
  })

  test('that is not there, or did not come, says so', async () => {
    answerWith(() => Response.json({ error: { key: 'error404' } }, { status: 404 }))
    await draw(<CaseSheet id="k1" reader={reader} back={{ to: '/' }} />)
    await shows('This report is not there')
    await wipe()
    answerWith(() => Response.json({ error: { key: 'unexpectederror' } }, { status: 500 }))
    await draw(<CaseSheet id="k1" reader={reader} back={{ to: '/' }} />)
    await shows('The report could not be loaded')
  })

  test('asks for a rule and a reason, tells what is missing at its field, and sends nothing until then', async () => {
    await openCase(someCase())
    await until(() => radios() === 5)
    await choose('hide')
    await shows('What Ana will read')
    await press('Hide it')
    await shows('Choose the rule that is broken.')
    expect(document.activeElement?.getAttribute('name')).toBe('rule')
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
  })

  test('sends what is no breach without a question', async () => {
    await openCase(someCase())
    await until(() => radios() === 5)
    await choose('keep')
    answerWith((method, address) => {
      expect([method, address.includes('/admin/moderation')]).toEqual([method, true])
      return Response.json(
        someCase({ state: 'decided', decision: 'keep', ruling: ruling({ decision: 'keep' }), abilities: none }),
      )
    })
    await press('No breach')
    await shows('What was decided')
    expect(calls.filter(call => call.startsWith('PUT'))).toHaveLength(1)
    expect(radios()).toBe(0)
  })

  test('that a colleague has decided meanwhile is read anew, and says so', async () => {
    await openCase(someCase())
    await until(() => radios() === 5)
    await choose('keep')
    answerWith(method =>
      method === 'PUT'
        ? Response.json({ error: { key: 'alreadydecided' } }, { status: 409 })
        : Response.json(someCase({ state: 'decided', decision: 'hide', ruling: ruling(), abilities: none })),
    )
    await press('No breach')
    await shows('A colleague was quicker')
    await shows('Une fois suffit')
    expect(radios()).toBe(0)
  })

  test('with an appeal is left to a second person by who has decided, and answered by another', async () => {
    const appeal = { text: 'C’est un autre', date: agoOf(1), outcome: null }
    const appealed = someCase({ state: 'appealed', decision: 'hide', ruling: ruling(), appeal, abilities: none })
    await openCase(appealed)
    await shows('You have decided on this before: a second person decides')
    expect(radios()).toBe(0)
    await wipe()
    await openCase({
      ...appealed,
      ruling: ruling({ by: someone('other', 'Ngọc') }),
      abilities: { ...none, decideOnAppeal: true },
    })
    await until(() => radios() === 2)
    await choose('overturn')
    await press('Answer the appeal')
    await shows('Please say why.')
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
  })
})

describe('the list of what waits', () => {
  const page = (docs: ModerationCase[], waiting = docs.length) =>
    Response.json({ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null, waiting })
  const counted = vi.fn()

  test('is calm where nothing waits, and tells the count', async () => {
    answerWith(() => page([]))
    await draw(<CasesCard community={community} onCount={counted} />)
    await shows('No report waits')
    expect(counted).toHaveBeenLastCalledWith(0)
    expect(calls[0]).not.toContain('everywhere')
  })

  test('of all communities names each, and leads to the installation’s own screen of a case', async () => {
    answerWith(() => page([someCase({ date: agoOf(30) }), someCase({ _id: 'k2', state: 'appealed' })], 7))
    await draw(<CasesCard community={null} onCount={counted} />)
    await shows('Les Tilleuls')
    await shows('For more than 24\u00a0h')
    await shows('Appeal')
    expect(calls[0]).toContain('everywhere=true')
    expect(counted).toHaveBeenLastCalledWith(7)
    expect([...document.querySelectorAll('li a')].map(one => one.getAttribute('href'))).toEqual([
      '/gestion/signalement?id=k1',
      '/gestion/signalement?id=k2',
    ])
  })
})
