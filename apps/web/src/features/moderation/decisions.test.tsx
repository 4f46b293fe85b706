import type { OwnDecision } from '@parvis/contract/moderation.ts'
import { describe, expect, test } from 'vitest'
import { DecisionCard } from './components/DecisionCard.tsx'
import { ModerationCounts } from './components/ModerationCounts.tsx'
import { LinkedDecisionView } from './LinkedDecisionView.tsx'
import { RulesView } from './RulesView.tsx'
import {
  answerWith,
  calls,
  render,
  renderStandalone,
  press,
  refusal,
  expectText,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'

renderStandalone('moderation', 'rules')

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const community = { _id: 'home', name: 'Les Tilleuls', customUri: 'les-tilleuls' }

describe('a decision as shown to the person concerned', () => {
  const createDecision = (more: Partial<OwnDecision> = {}): OwnDecision => ({
    _id: 'k1',
    community,
    kind: 'post',
    subjectId: 'p1',
    excerpt: { text: 'Canapé', lang: { en: { text: null } } },
    decision: 'hide',
    rule: 'advertising',
    reason: 'Une fois suffit',
    days: null,
    date: hoursAgo(2),
    until: null,
    restoredAt: null,
    appeal: null,
    appealUntil: hoursAgo(-300),
    abilities: { appeal: true },
    ...more,
  })
  const appeal = (overturned: boolean | null) => ({
    text: 'C’est un autre',
    date: hoursAgo(1),
    outcome: overturned === null ? null : { overturned, reason: 'Vu', date: hoursAgo(0) },
  })

  test.each([
    ['can be appealed against', {}, 'You can appeal until'],
    [
      'awaits review by a second person',
      { appeal: appeal(null), abilities: { appeal: false } },
      'Waiting for a second person',
    ],
    ['is upheld', { appeal: appeal(false), abilities: { appeal: false } }, 'The decision stands'],
    ['is reversed', { appeal: appeal(true), restoredAt: hoursAgo(0), abilities: { appeal: false } }, 'You were right'],
    ['can no longer be appealed against', { abilities: { appeal: false } }, 'The time to appeal was over'],
    [
      'is reversed after it was upheld',
      { appeal: appeal(false), restoredAt: hoursAgo(0), abilities: { appeal: false } },
      'The decision was upheld at first',
    ],
    [
      'no longer suspends once it is reversed',
      { decision: 'suspend', days: 7, restoredAt: hoursAgo(0), abilities: { appeal: false } },
      'You were suspended for 7 days',
    ],
    [
      'lets the member take part again once it is reversed',
      { decision: 'suspend', days: 7, restoredAt: hoursAgo(0), abilities: { appeal: false } },
      'it is seen again, and you can take part again',
    ],
    ['suspends', { decision: 'suspend', days: 7, until: hoursAgo(-100) }, 'You are suspended for 7 days'],
    ['shows a suspension that is over', { decision: 'suspend', days: 1 }, 'This suspension is over'],
  ] satisfies [string, Partial<OwnDecision>, string][])('%s', async (_, more, words) => {
    await render(<DecisionCard decision={createDecision(more)} />)
    await expectText(words)
    await expectText('Une fois suffit')
  })

  test('that was reversed no longer shows the effect that it had', async () => {
    const effect = 'You alone see it.'
    await render(<DecisionCard decision={createDecision()} />)
    await expectText(effect)
    await clearPage()
    await render(<DecisionCard decision={createDecision({ restoredAt: hoursAgo(0), abilities: { appeal: false } })} />)
    await expectText('it is seen again.')
    expect(document.body.textContent).not.toContain(effect)
  })

  test('accepts no appeal without a text', async () => {
    answerWith(() => Response.json(createDecision({ appeal: appeal(null), abilities: { appeal: false } })))
    await render(<DecisionCard decision={createDecision()} />)
    await press('Appeal')
    await press('Send my appeal')
    await expectText('Please say why.')
    expect(calls).toEqual([])
  })

  test('can be appealed against through the mailed link without a session', async () => {
    answerWith(() => Response.json(createDecision({ appeal: appeal(null), abilities: { appeal: false } })))
    await render(<DecisionCard decision={createDecision({ kind: 'user', decision: 'remove' })} token="secret" />)
    await expectText('Your access is closed')
    await press('Appeal')
    await typeInto('C’est moi')
    await press('Send my appeal')
    await waitUntil(() => calls.length > 0)
    expect(calls).toEqual(['POST /moderation/appeal'])
  })

  test('opened from a mailed link shows a skeleton first; the appeal button is primary only when there is a single decision', async () => {
    const kinds = () =>
      [...document.querySelectorAll('button')].filter(one => one.textContent === 'Appeal').map(one => one.dataset.kind)
    const loaded = Promise.withResolvers<void>()
    let all = [createDecision()]
    answerWith(async (_, address) => {
      if (!address.includes('moderation')) return Response.json({})
      await loaded.promise
      return Response.json(all)
    })
    await render(<LinkedDecisionView token="secret" />)
    await waitUntil(() => document.querySelector('main [aria-label="Loading"]') !== null)
    expect(document.querySelector('main [aria-label="Loading"]')).not.toBeNull()
    loaded.resolve()
    await expectText('Une fois suffit')
    expect(kinds()).toEqual(['primary'])
    await clearPage()
    const yesterday = { ...appeal(null), date: hoursAgo(24) }
    all = [
      createDecision(),
      createDecision({ _id: 'k2' }),
      createDecision({ _id: 'k3', appeal: yesterday, abilities: { appeal: false } }),
    ]
    await render(<LinkedDecisionView token="secret" />)
    // The time is in lower case within the sentence.
    await expectText('Your appeal, yesterday')
    expect(kinds()).toEqual(['soft', 'soft'])
  })

  test('opened from an expired mailed link is replaced by an explanation and a link to the start page', async () => {
    answerWith((_, address) => (address.includes('moderation') ? refusal('tokenexpired') : Response.json({})))
    await render(<LinkedDecisionView token="secret" />)
    await expectText('This link leads nowhere any more')
    expect([...document.querySelectorAll('a')].some(one => one.getAttribute('href') === '/')).toBe(true)
  })

  test('that a link names but that is not made yet is announced to the author as pending', async () => {
    const rules = (about?: string) => (
      <RulesView
        community={{ _id: 'home', name: 'Les Tilleuls' }}
        canBeModerated
        targetDecision={about}
        shouldScrollToEnforcement={false}
      />
    )
    answerWith((_, address) => Response.json(address.includes('counts') ? [] : [createDecision()]))
    await render(rules('p2'))
    await expectText('until the team decides, you alone see it')
    await expectText('Une fois suffit')
    await clearPage()
    await render(rules('p1'))
    await expectText('Une fois suffit')
    expect(document.body.textContent).not.toContain('until the team decides')
  })

  test('that suspends the member at present is listed first and highlighted when the link targets the suspension', async () => {
    const later = createDecision({ _id: 'k2', kind: 'message', decision: 'warn', reason: 'Un mot plus tard' })
    const suspends = createDecision({ decision: 'suspend', days: 7, until: hoursAgo(-100) })
    answerWith((_, address) => Response.json(address.includes('counts') ? [] : [later, suspends]))
    const view = (about: string) => (
      <RulesView
        community={{ _id: 'home', name: 'Les Tilleuls' }}
        canBeModerated
        targetDecision={about}
        shouldScrollToEnforcement={false}
      />
    )
    await render(view('suspension'))
    await expectText('You are suspended for 7 days')
    expect(document.querySelector('[data-marked] h3')?.textContent).toBe('You are suspended for 7 days')
    expect(document.querySelector('article')?.id).toBe('decision-k1')
  })
})

describe('the moderation counts by month', () => {
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

  test('list the months with activity in a table', async () => {
    answerWith(() => Response.json([month('2026-06', 5), { ...month('2026-05', 0), cases: 0, appeals: 0 }]))
    await render(<ModerationCounts communityId="home" />)
    await expectText('Jun 2026')
    expect([...document.querySelectorAll('tbody tr')].map(row => row.children.length)).toEqual([7])
    expect([...document.querySelectorAll('td')].map(cell => cell.textContent)).toEqual([
      '6',
      '2',
      '2',
      '2',
      '2, 1 taken back',
      '5\u00a0h',
    ])
    await expectText('2 reports wait for a decision.')
  })

  test('say when nothing was reported', async () => {
    answerWith(() => Response.json([{ ...month('2026-06', 0), cases: 0, appeals: 0 }]))
    await render(<ModerationCounts communityId="home" />)
    await expectText('Nothing was reported in the last twelve months')
    expect(document.querySelector('table')).toBeNull()
  })
})
