import type { ModerationCase } from '@parvis/contract/moderation.ts'
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { CaseSheet } from './CaseSheet.tsx'
import { CaseLists } from './CaseLists.tsx'
import { CasesCard } from './CasesCard.tsx'
import {
  answerWith,
  calls,
  choose,
  draw,
  drawAlone,
  hearOfChange,
  press,
  radios,
  shows,
  until,
  wipe,
  write,
} from '#web/testing/draw-alone.tsx'

drawAlone('moderation', 'rules')

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
  decidedAt: null,
  decision: null,
  subjectId: 'p1',
  content: { title: 'Canapé', text: 'Trois places', lang: english, picture: null, youtubeVideoId: null, messages: [] },
  reasons: [{ rule: null, text: 'Vendu déjà', date: agoOf(3) }],
  reportedAt: agoOf(3),
  ruling: null,
  appeal: null,
  hasSecondPerson: true,
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

const page = (docs: ModerationCase[], waiting = docs.length) =>
  Response.json({ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null, waiting })
const isOfList = (address: string) => address.includes('list=')

const reader = { _id: 'me', communityId: 'home', customUri: 'les-tilleuls' }
const openCase = async (one: ModerationCase) => {
  answerWith(() => Response.json(one))
  await draw(<CaseSheet id="k1" reader={reader} communityUri={null} back={{ to: '/' }} />)
}

describe('a case', () => {
  test('shows what was reported, why, and how often', async () => {
    await openCase(someCase({ concernsMinor: true, hidden: true, date: agoOf(50) }))
    await shows('Trois places')
    for (const words of ['Vendu déjà', '2\u00a0reports', 'Concerns a minor: hidden already', 'For more than 48\u00a0h'])
      await shows(words)
    expect(document.querySelector('a[href*="publication"]')).toBeNull()
  })

  test('about a message marks the reported one among its neighbours, and says that viewing is recorded', async () => {
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

  test('shows that it was not found, or that loading failed', async () => {
    answerWith(() => Response.json({ error: { key: 'error404' } }, { status: 404 }))
    await draw(<CaseSheet id="k1" reader={reader} communityUri={null} back={{ to: '/' }} />)
    await shows('This report was not found')
    await wipe()
    answerWith(() => Response.json({ error: { key: 'unexpectederror' } }, { status: 500 }))
    await draw(<CaseSheet id="k1" reader={reader} communityUri={null} back={{ to: '/' }} />)
    await shows('The report could not be loaded')
    answerWith(() => Response.json(someCase()))
    await press('Try again')
    await shows('Trois places')
    expect(document.activeElement?.id).toBe('content')
  })

  test('requires a rule and a reason, shows errors at the field, and sends nothing until they are given', async () => {
    await openCase(someCase())
    await until(() => radios() === 5)
    await choose('hide')
    await shows('See what Ana will read')
    await press('Hide it')
    await shows('Choose the rule that is broken.')
    expect(document.activeElement?.getAttribute('name')).toBe('rule')
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
  })

  test('preselects the rule that was named most often', async () => {
    const reported = [
      { rule: null, text: 'Vendu déjà', date: agoOf(3) },
      { rule: 'advertising' as const, text: 'Encore', date: agoOf(3) },
      { rule: 'scam' as const, text: '', date: agoOf(2) },
      { rule: 'scam' as const, text: 'Déjà payé', date: agoOf(2) },
    ]
    await openCase(someCase({ flagsCount: 5, reasons: reported }))
    await shows('Déjà payé')
    const reasons = [...document.querySelectorAll('[aria-labelledby=reasons] li')].map(one =>
      [...one.children].slice(0, -1).map(part => part.textContent),
    )
    const [advertising, scam] = [t('rules.rule.advertising'), t('rules.rule.scam')]
    expect(reasons).toEqual([['Vendu déjà'], [advertising, 'Encore'], [scam], [scam, 'Déjà payé']])
    await shows('1 report came without a reason.')
    await until(() => radios() === 5)
    await choose('hide')
    const rule = () => document.querySelector<HTMLSelectElement>('select[name=rule]')?.value
    expect(rule()).toBe('scam')
  })

  test('marks all missing fields at once and focuses the first, with a red button for a suspension', async () => {
    await openCase(someCase())
    await until(() => radios() === 5)
    await choose('suspend')
    const button = document.querySelector('button[type=submit]')!
    expect(button.getAttribute('data-kind')).toBe('danger')
    await press('Suspend its author')
    for (const words of ['Choose for how long', 'Choose the rule that is broken.', 'Please say why.'])
      await shows(words)
    await until(() => document.activeElement?.textContent === '1 day')
    expect(document.activeElement?.textContent).toBe('1 day')
    await press('7 days')
    expect(document.querySelectorAll('[data-invalid]')).toHaveLength(2)
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
  })

  test('says how many reports came without a reason, and that a hidden profile becomes visible again', async () => {
    await openCase(someCase({ kind: 'user', flagsCount: 3, hidden: true, concernsMinor: true }))
    await shows('2 reports came without a reason. Nobody is told who reported it.')
    await shows('The profile becomes visible again.')
  })

  test('sends "no breach" without a confirmation', async () => {
    await openCase(someCase())
    await until(() => radios() === 5)
    await choose('keep')
    answerWith((_, address) =>
      isOfList(address)
        ? page([someCase(), someCase({ _id: 'k2' }), someCase({ _id: 'k3', concernsMinor: true })])
        : Response.json(
            someCase({ state: 'decided', decision: 'keep', ruling: ruling({ decision: 'keep' }), abilities: none }),
          ),
    )
    await press('No breach')
    await shows('What was decided')
    await shows('No breach. By Camille, ')
    // The next case is one that concerns a minor, and the decided one is no longer counted.
    await shows('Next report (2 left)')
    expect([...document.querySelectorAll('a')].map(one => [one.textContent, one.getAttribute('href')])).toEqual(
      expect.arrayContaining([
        ['Next report (2 left)', '/gestion/signalement?id=k3'],
        ['Back to the desk', '/'],
      ]),
    )
    expect(calls.filter(call => call.startsWith('PUT'))).toHaveLength(1)
    expect(radios()).toBe(0)
  })

  test('asks for confirmation before a suspension', async () => {
    await openCase(someCase())
    await until(() => radios() === 5)
    await choose('suspend')
    await press('7 days')
    const rule = document.querySelector<HTMLSelectElement>('select[name=rule]')!
    await act(async () => {
      rule.value = 'advertising'
      rule.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await write('Trois fois déjà')
    await press('Suspend its author')
    const sent = () => calls.filter(call => call.startsWith('PUT'))
    expect(sent()).toEqual([])
    await shows('Suspend Ana for 7 days?')
    await press('Suspend')
    expect(sent()).toHaveLength(1)
  })

  test('loads once each time it is opened, and is not refetched on focus', async () => {
    answerWith((_, address) => (isOfList(address) ? page([]) : Response.json(someCase())))
    await draw(
      <>
        <CaseSheet id="k1" reader={reader} communityUri={null} back={{ to: '/' }} />
        <CasesCard community={community} />
      </>,
    )
    await shows('Trois places')
    const lists = () => calls.filter(isOfList).length
    expect(lists()).toBe(1)
    await act(async () => dispatchEvent(new Event('visibilitychange')))
    await until(() => lists() === 2)
    expect(calls.map(isOfList)).toEqual([false, true, true])
  })

  test('that a colleague has decided meanwhile is refetched with a notice', async () => {
    await openCase(someCase())
    await until(() => radios() === 5)
    await choose('keep')
    answerWith((method, address) =>
      isOfList(address)
        ? page([])
        : method === 'PUT'
          ? Response.json({ error: { key: 'alreadydecided' } }, { status: 409 })
          : Response.json(someCase({ state: 'decided', decision: 'hide', ruling: ruling(), abilities: none })),
    )
    await press('No breach')
    await shows('A colleague was quicker')
    await shows('Une fois suffit')
    expect(radios()).toBe(0)
  })

  test('that a colleague decides while it is open shows a notice and the unsent text', async () => {
    await openCase(someCase())
    await until(() => radios() === 5)
    await choose('hide')
    await write('Trois fois déjà')
    const byOther = ruling({ by: someone('other', 'Ngọc') })
    answerWith((_, address) =>
      isOfList(address)
        ? page([])
        : Response.json(someCase({ state: 'decided', decision: 'hide', ruling: byOther, abilities: none })),
    )
    await hearOfChange()
    await shows('A colleague was quicker')
    await shows('Trois fois déjà')
    await shows('Une fois suffit')
    expect(radios()).toBe(0)
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
  })

  test('that the viewer decides shows no notice of a colleague, however early it is refetched', async () => {
    await openCase(someCase())
    await until(() => radios() === 5)
    await choose('keep')
    const kept = someCase({ state: 'decided', decision: 'keep', ruling: ruling({ decision: 'keep' }), abilities: none })
    answerWith((_, address) => (isOfList(address) ? page([]) : Response.json(kept)))
    await press('No breach')
    await hearOfChange()
    await shows('What was decided')
    expect(document.body.textContent).not.toContain('A colleague was quicker')
  })

  test('with an appeal cannot be answered by whoever decided, only by a second person', async () => {
    const appeal = { text: 'C’est un autre', date: agoOf(1), outcome: null }
    const appealed = someCase({ state: 'appealed', decision: 'hide', ruling: ruling(), appeal, abilities: none })
    await openCase(appealed)
    await shows('You have decided on this before: a second person decides')
    expect(radios()).toBe(0)
    await wipe()
    await openCase({ ...appealed, hasSecondPerson: false })
    await shows('make a second person an administrator')
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

describe('the card of pending cases', () => {
  const counted = vi.fn()

  test('says when no case is pending, and reports the count', async () => {
    answerWith(() => page([]))
    await draw(<CasesCard community={community} onCount={counted} />)
    await shows('No report waits')
    expect(counted).toHaveBeenLastCalledWith(0)
    expect(calls[0]).not.toContain('everywhere')
  })

  test('shows the five oldest, those that concern a minor first, and links to all', async () => {
    const docs = Array.from({ length: 8 }, (_, n) =>
      someCase({
        _id: `k${n}`,
        excerpt: { text: `Canapé ${n}`, lang: { en: { text: null } } },
        concernsMinor: n === 7,
      }),
    )
    answerWith(() => page(docs, 8))
    await draw(<CasesCard community={community} onCount={counted} />)
    await shows('All 8 reports')
    const links = [...document.querySelectorAll('li a')].map(one => one.getAttribute('href')!)
    expect(links.map(one => /id=(\w+)/.exec(one)?.[1] ?? one)).toEqual([
      'k7',
      'k0',
      'k1',
      'k2',
      'k3',
      '/les-tilleuls/gestion/signalements',
    ])
  })

  test('shows an error and loads on retry', async () => {
    answerWith(() => Response.json({ error: { key: 'unexpectederror' } }, { status: 500 }))
    await draw(<CasesCard community={community} onCount={counted} />)
    await shows('The reports could not be loaded')
    expect(document.querySelector('h2')?.textContent).toContain('Reports')
    expect(counted).toHaveBeenLastCalledWith(null)
    answerWith(() => page([]))
    await press('Try again')
    await shows('No report waits')
    expect(counted).toHaveBeenLastCalledWith(0)
  })

  test('shows the excerpt, only the name of a profile, and nothing of a private message', async () => {
    const rowOf = (more: Partial<ModerationCase>) => someCase({ date: new Date(NOW).toISOString(), ...more })
    answerWith(() =>
      page([
        rowOf({}),
        rowOf({ _id: 'k2', kind: 'user', flagsCount: 1 }),
        rowOf({ _id: 'k3', kind: 'message', excerpt: { text: null, lang: { en: { text: null } } } }),
        rowOf({ _id: 'k4', author: null }),
      ]),
    )
    await draw(<CasesCard community={community} onCount={counted} />)
    await shows('A private message')
    expect(
      [...document.querySelectorAll('li a > span:nth-child(2)')].map(one => one.textContent.replaceAll('\u00a0', ' ')),
    ).toEqual([
      'CanapéAna · post · 2 reports · just now',
      'AnaProfile · 1 report · just now',
      'A private messageAna · 2 reports · just now',
      'CanapéLes Tilleuls · post · 2 reports · just now',
    ])
  })

  test('of all communities names each of them, and links to the case screen of the installation', async () => {
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

describe('the lists of all cases', () => {
  const turned = vi.fn()

  test('show pending cases, and decided ones after switching', async () => {
    answerWith(() => page([someCase()]))
    await draw(<CaseLists community={community} onList={turned} />)
    await shows('Canapé')
    expect(calls[0]).toContain('list=waiting')
    await press('Decided')
    expect(turned).toHaveBeenLastCalledWith({ liste: 'tranches' })
  })

  test('show decided cases with the decision and its date', async () => {
    const decided = { state: 'closed', decision: 'remove', kind: 'user', decidedAt: agoOf(2), date: agoOf(70) } as const
    answerWith(() => page([someCase({ ...decided, hidden: true }), someCase({ ...decided, _id: 'k2' })]))
    await draw(<CaseLists community={null} liste="tranches" onList={turned} />)
    await shows('Access closed')
    await shows('Decision taken back')
    await shows('2 h ago')
    expect(calls[0]).toContain('list=decided')
  })
})
