import type { ModerationCase } from '@parvis/contract/moderation.ts'
import { describe, expect, test, vi } from 'vitest'
import { CaseLists } from './CaseLists.tsx'
import { CasesCard } from './CasesCard.tsx'
import { answerWith, calls, render, renderStandalone, press, expectText } from '#web/testing/render-standalone.tsx'
import { community, createCase, hoursAgo, NOW, page } from './testing/some-case.ts'

renderStandalone('moderation')

describe('the card of pending cases', () => {
  const onCount = vi.fn()

  test('says when no case is pending, and passes the count to `onCount`', async () => {
    answerWith(() => page([]))
    await render(<CasesCard community={community} onCount={onCount} />)
    await expectText('No report waits')
    expect(onCount).toHaveBeenLastCalledWith(0)
    expect(calls[0]).not.toContain('everywhere')
  })

  test('shows five cases, those that concern a minor first and then the oldest, and links to all cases', async () => {
    const docs = Array.from({ length: 8 }, (_, n) =>
      createCase({
        _id: `k${n}`,
        excerpt: { text: `Canapé ${n}`, lang: { en: { text: null } } },
        concernsMinor: n === 7,
      }),
    )
    answerWith(() => page(docs, 8))
    await render(<CasesCard community={community} onCount={onCount} />)
    await expectText('All 8 reports')
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
    await render(<CasesCard community={community} onCount={onCount} />)
    await expectText('The reports could not be loaded')
    expect(document.querySelector('h2')?.textContent).toContain('Reports')
    expect(onCount).toHaveBeenLastCalledWith(null)
    answerWith(() => page([]))
    await press('Try again')
    await expectText('No report waits')
    expect(onCount).toHaveBeenLastCalledWith(0)
  })

  test('shows an excerpt of a post, the name of a profile, and nothing of a private message', async () => {
    const rowOf = (more: Partial<ModerationCase>) => createCase({ date: new Date(NOW).toISOString(), ...more })
    answerWith(() =>
      page([
        rowOf({}),
        rowOf({ _id: 'k2', kind: 'user', flagsCount: 1 }),
        rowOf({ _id: 'k3', kind: 'message', excerpt: { text: null, lang: { en: { text: null } } } }),
        rowOf({ _id: 'k4', author: null }),
      ]),
    )
    await render(<CasesCard community={community} onCount={onCount} />)
    await expectText('A private message')
    expect(
      [...document.querySelectorAll('li a > span:nth-child(2)')].map(one => one.textContent.replaceAll('\u00a0', ' ')),
    ).toEqual([
      'CanapéAna · post · 2 reports · just now',
      'AnaProfile · 1 report · just now',
      'A private messageAna · 2 reports · just now',
      'CanapéLes Tilleuls · post · 2 reports · just now',
    ])
  })

  test('of all communities names the community of each case, and links to the installation’s case screen', async () => {
    answerWith(() => page([createCase({ date: hoursAgo(30) }), createCase({ _id: 'k2', state: 'appealed' })], 7))
    await render(<CasesCard community={null} onCount={onCount} />)
    await expectText('Les Tilleuls')
    await expectText('For more than 24\u00a0h')
    await expectText('Appeal')
    expect(calls[0]).toContain('everywhere=true')
    expect(onCount).toHaveBeenLastCalledWith(7)
    expect([...document.querySelectorAll('li a')].map(one => one.getAttribute('href'))).toEqual([
      '/gestion/signalement?id=k1',
      '/gestion/signalement?id=k2',
    ])
  })
})

describe('the lists of all cases', () => {
  const onList = vi.fn()

  test('show pending cases, and request the decided ones when that list is chosen', async () => {
    answerWith(() => page([createCase()]))
    await render(<CaseLists community={community} onListChange={onList} />)
    await expectText('Canapé')
    expect(calls[0]).toContain('list=waiting')
    await press('Decided')
    expect(onList).toHaveBeenLastCalledWith({ liste: 'tranches' })
  })

  test('show decided cases with the decision and its date', async () => {
    const decided = {
      state: 'closed',
      decision: 'remove',
      kind: 'user',
      decidedAt: hoursAgo(2),
      date: hoursAgo(70),
    } as const
    answerWith(() => page([createCase({ ...decided, hidden: true }), createCase({ ...decided, _id: 'k2' })]))
    await render(<CaseLists community={null} liste="tranches" onListChange={onList} />)
    await expectText('Access closed')
    await expectText('Decision taken back')
    await expectText('2 h ago')
    expect(calls[0]).toContain('list=decided')
  })
})
