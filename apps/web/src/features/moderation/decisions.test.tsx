import type { OwnDecision } from '@parvis/contract/moderation.ts'
import { describe, expect, test } from 'vitest'
import { DecisionCard } from './components/DecisionCard.tsx'
import { KeptCounts } from './components/KeptCounts.tsx'
import { LinkedDecisionView } from './LinkedDecisionView.tsx'
import { RulesView } from './RulesView.tsx'
import {
  answerWith,
  calls,
  draw,
  drawAlone,
  press,
  refusal,
  shows,
  until,
  wipe,
  write,
} from '#web/testing/draw-alone.tsx'

drawAlone('moderation', 'rules')

const agoOf = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const community = { _id: 'home', name: 'Les Tilleuls', customUri: 'les-tilleuls' }

describe('a decision as shown to the person concerned', () => {
  const own = (more: Partial<OwnDecision> = {}): OwnDecision => ({
    _id: 'k1',
    community,
    kind: 'post',
    subjectId: 'p1',
    excerpt: { text: 'Canapé', lang: { en: { text: null } } },
    decision: 'hide',
    rule: 'advertising',
    reason: 'Une fois suffit',
    days: null,
    date: agoOf(2),
    until: null,
    restoredAt: null,
    appeal: null,
    appealUntil: agoOf(-300),
    abilities: { appeal: true },
    ...more,
  })
  const appeal = (overturned: boolean | null) => ({
    text: 'C’est un autre',
    date: agoOf(1),
    outcome: overturned === null ? null : { overturned, reason: 'Vu', date: agoOf(0) },
  })

  test.each([
    ['can be appealed against', {}, 'You can appeal until'],
    [
      'waits for a second person',
      { appeal: appeal(null), abilities: { appeal: false } },
      'Waiting for a second person',
    ],
    ['stands', { appeal: appeal(false), abilities: { appeal: false } }, 'The decision stands'],
    ['is taken back', { appeal: appeal(true), restoredAt: agoOf(0), abilities: { appeal: false } }, 'You were right'],
    ['cannot be appealed against any more', { abilities: { appeal: false } }, 'The time to appeal was over'],
    [
      'was taken back after it stood',
      { appeal: appeal(false), restoredAt: agoOf(0), abilities: { appeal: false } },
      'The decision was upheld at first',
    ],
    [
      'suspends no more once it is taken back',
      { decision: 'suspend', days: 7, restoredAt: agoOf(0), abilities: { appeal: false } },
      'You were suspended for 7 days',
    ],
    [
      'lets its reader take part again',
      { decision: 'suspend', days: 7, restoredAt: agoOf(0), abilities: { appeal: false } },
      'it is seen again, and you can take part again',
    ],
    ['suspends', { decision: 'suspend', days: 7, until: agoOf(-100) }, 'You are suspended for 7 days'],
    ['has ended', { decision: 'suspend', days: 1 }, 'This suspension is over'],
  ] satisfies [string, Partial<OwnDecision>, string][])('%s', async (_, more, words) => {
    await draw(<DecisionCard decision={own(more)} />)
    await shows(words)
    await shows('Une fois suffit')
  })

  test('that was reversed is not shown as in force', async () => {
    const holds = 'You alone see it.'
    await draw(<DecisionCard decision={own()} />)
    await shows(holds)
    await wipe()
    await draw(<DecisionCard decision={own({ restoredAt: agoOf(0), abilities: { appeal: false } })} />)
    await shows('it is seen again.')
    expect(document.body.textContent).not.toContain(holds)
  })

  test('accepts an appeal only with text', async () => {
    answerWith(() => Response.json(own({ appeal: appeal(null), abilities: { appeal: false } })))
    await draw(<DecisionCard decision={own()} />)
    await press('Appeal')
    await press('Send my appeal')
    await shows('Please say why.')
    expect(calls).toEqual([])
  })

  test('can be appealed against through the mailed link without a session', async () => {
    answerWith(() => Response.json(own({ appeal: appeal(null), abilities: { appeal: false } })))
    await draw(<DecisionCard decision={own({ kind: 'user', decision: 'remove' })} token="secret" />)
    await shows('Your access is closed')
    await press('Appeal')
    await write('C’est moi')
    await press('Send my appeal')
    await until(() => calls.length > 0)
    expect(calls).toEqual(['POST /moderation/appeal'])
  })

  test('behind a mailed link shows a skeleton first, and a primary appeal button only when it is the only decision', async () => {
    const kinds = () =>
      [...document.querySelectorAll('button')].filter(one => one.textContent === 'Appeal').map(one => one.dataset.kind)
    const come = Promise.withResolvers<void>()
    let all = [own()]
    answerWith(async (_, address) => {
      if (!address.includes('moderation')) return Response.json({})
      await come.promise
      return Response.json(all)
    })
    await draw(<LinkedDecisionView token="secret" />)
    await until(() => document.querySelector('main [aria-label="Loading"]') !== null)
    expect(document.querySelector('main [aria-label="Loading"]')).not.toBeNull()
    come.resolve()
    await shows('Une fois suffit')
    expect(kinds()).toEqual(['primary'])
    await wipe()
    const yesterday = { ...appeal(null), date: agoOf(24) }
    all = [own(), own({ _id: 'k2' }), own({ _id: 'k3', appeal: yesterday, abilities: { appeal: false } })]
    await draw(<LinkedDecisionView token="secret" />)
    // Lower case inside the sentence.
    await shows('Your appeal, yesterday')
    expect(kinds()).toEqual(['soft', 'soft'])
  })

  test('behind an expired link says so, and links to the start page', async () => {
    answerWith((_, address) => (address.includes('moderation') ? refusal('tokenexpired') : Response.json({})))
    await draw(<LinkedDecisionView token="secret" />)
    await shows('This link leads nowhere any more')
    expect([...document.querySelectorAll('a')].some(one => one.getAttribute('href') === '/')).toBe(true)
  })

  test('that is still pending is announced to the author of reported content', async () => {
    const rules = (about?: string) => (
      <RulesView community={{ _id: 'home', name: 'Les Tilleuls' }} mayBeJudged about={about} toKept={false} />
    )
    answerWith((_, address) => Response.json(address.includes('counts') ? [] : [own()]))
    await draw(rules('p2'))
    await shows('until the team decides, you alone see it')
    await shows('Une fois suffit')
    await wipe()
    await draw(rules('p1'))
    await shows('Une fois suffit')
    expect(document.body.textContent).not.toContain('until the team decides')
  })

  test('that suspends now is shown first to suspended members', async () => {
    const later = own({ _id: 'k2', kind: 'message', decision: 'warn', reason: 'Un mot plus tard' })
    const suspends = own({ decision: 'suspend', days: 7, until: agoOf(-100) })
    answerWith((_, address) => Response.json(address.includes('counts') ? [] : [later, suspends]))
    const view = (about: string) => (
      <RulesView community={{ _id: 'home', name: 'Les Tilleuls' }} mayBeJudged about={about} toKept={false} />
    )
    await draw(view('suspension'))
    await shows('You are suspended for 7 days')
    expect(document.querySelector('[data-marked] h3')?.textContent).toBe('You are suspended for 7 days')
    expect(document.querySelector('article')?.id).toBe('decision-k1')
  })
})

describe('the counts', () => {
  const month = (name: string, reports: number) => ({
    month: name,
    reports,
    // Content that the team removed without a report is a case too.
    cases: reports > 0 ? reports + 1 : 0,
    waiting: reports > 0 ? 2 : 0,
    decisions: { keep: 2, hide: 1, warn: 1, suspend: 0, remove: 0 },
    appeals: 2,
    overturned: 1,
    medianHours: 5.2,
  })

  test('are a table of the months with activity', async () => {
    answerWith(() => Response.json([month('2026-06', 5), { ...month('2026-05', 0), cases: 0, appeals: 0 }]))
    await draw(<KeptCounts communityId="home" />)
    await shows('Jun 2026')
    expect([...document.querySelectorAll('tbody tr')].map(row => row.children.length)).toEqual([7])
    expect([...document.querySelectorAll('td')].map(cell => cell.textContent)).toEqual([
      '6',
      '2',
      '2',
      '2',
      '2, 1 taken back',
      '5\u00a0h',
    ])
    await shows('2 reports wait for a decision.')
  })

  test('say when nothing was reported', async () => {
    answerWith(() => Response.json([{ ...month('2026-06', 0), cases: 0, appeals: 0 }]))
    await draw(<KeptCounts communityId="home" />)
    await shows('Nothing was reported in the last twelve months')
    expect(document.querySelector('table')).toBeNull()
  })
})
