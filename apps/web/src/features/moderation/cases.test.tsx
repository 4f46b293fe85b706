import type { ModerationCase } from '@parvis/contract/moderation.ts'
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { CaseSheet } from './CaseSheet.tsx'
import { CasesCard } from './CasesCard.tsx'
import {
  answerWith,
  calls,
  choose,
  render,
  renderStandalone,
  refetchAll,
  press,
  countRadios,
  expectText,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { community, createCase, hoursAgo, isListRequest, page, createPerson } from './testing/some-case.ts'

renderStandalone('moderation')

const ruling = (more: Partial<NonNullable<ModerationCase['ruling']>> = {}) => ({
  decision: 'hide' as const,
  rule: 'advertising' as const,
  reason: 'Une fois suffit',
  days: null,
  date: hoursAgo(2),
  by: createPerson('me', 'Camille'),
  restoredAt: null,
  erased: false,
  ...more,
})
const noAbilities = { decide: [], decideOnAppeal: false, restore: false }

const viewer = { _id: 'me', communityId: 'home', customUri: 'les-tilleuls' }
const openCase = async (one: ModerationCase) => {
  answerWith(() => Response.json(one))
  await render(<CaseSheet id="k1" viewer={viewer} communityUri={null} back={{ to: '/' }} />)
}

describe('a moderation case', () => {
  test('shows what was reported, why, and how often', async () => {
    await openCase(createCase({ concernsMinor: true, hidden: true, date: hoursAgo(50) }))
    await expectText('Trois places')
    for (const words of ['Vendu déjà', '2\u00a0reports', 'Concerns a minor: hidden already', 'For more than 48\u00a0h'])
      await expectText(words)
    expect(document.querySelector('a[href*="publication"]')).toBeNull()
  })

  test('about a message marks the reported message among the messages around it, and says that viewing is recorded', async () => {
    const createMessage = (place: number, text: string | null, reported = false) => ({
      place,
      text,
      reported,
      author: createPerson('ana', 'Ana'),
      hasPicture: false,
      date: hoursAgo(3),
    })
    const messages = [createMessage(1, 'Bonjour'), createMessage(2, 'Malpoli', true), createMessage(3, null)]
    await openCase(
      createCase({ kind: 'message', content: { ...createCase().content, title: null, text: null, messages } }),
    )
    await expectText('That you look is noted')
    const marked = [...document.querySelectorAll('[data-reported]')]
    expect(marked).toHaveLength(1)
    expect(marked[0]!.textContent).toContain('Malpoli')
    await expectText('Deleted')
  })

  test('shows that it was not found, or that loading failed', async () => {
    answerWith(() => Response.json({ error: { key: 'error404' } }, { status: 404 }))
    await render(<CaseSheet id="k1" viewer={viewer} communityUri={null} back={{ to: '/' }} />)
    await expectText('This report was not found')
    await clearPage()
    answerWith(() => Response.json({ error: { key: 'unexpectederror' } }, { status: 500 }))
    await render(<CaseSheet id="k1" viewer={viewer} communityUri={null} back={{ to: '/' }} />)
    await expectText('The report could not be loaded')
    answerWith(() => Response.json(createCase()))
    await press('Try again')
    await expectText('Trois places')
    expect(document.activeElement?.id).toBe('content')
  })

  test('is not decided without a rule: the field of the rule shows an error and receives the focus', async () => {
    await openCase(createCase())
    await waitUntil(() => countRadios() === 5)
    await choose('hide')
    await expectText('See what Ana will read')
    await press('Hide it')
    await expectText('Choose the rule that is broken.')
    expect(document.activeElement?.getAttribute('name')).toBe('rule')
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
  })

  test('preselects the rule that most reports name', async () => {
    const reported = [
      { rule: null, text: 'Vendu déjà', date: hoursAgo(3) },
      { rule: 'advertising' as const, text: 'Encore', date: hoursAgo(3) },
      { rule: 'scam' as const, text: '', date: hoursAgo(2) },
      { rule: 'scam' as const, text: 'Déjà payé', date: hoursAgo(2) },
    ]
    await openCase(createCase({ flagsCount: 5, reasons: reported }))
    await expectText('Déjà payé')
    const reasons = [...document.querySelectorAll('[aria-labelledby=reasons] li')].map(one =>
      [...one.children].slice(0, -1).map(part => part.textContent),
    )
    const [advertising, scam] = [t('rules.rule.advertising'), t('rules.rule.scam')]
    expect(reasons).toEqual([['Vendu déjà'], [advertising, 'Encore'], [scam], [scam, 'Déjà payé']])
    await expectText('1 report came without a reason.')
    await waitUntil(() => countRadios() === 5)
    await choose('hide')
    const rule = () => document.querySelector<HTMLSelectElement>('select[name=rule]')?.value
    expect(rule()).toBe('scam')
  })

  test('marks all fields missing for a suspension at once, and focuses the first', async () => {
    await openCase(createCase())
    await waitUntil(() => countRadios() === 5)
    await choose('suspend')
    const button = document.querySelector('button[type=submit]')!
    expect(button.getAttribute('data-kind')).toBe('danger')
    await press('Suspend its author')
    for (const words of ['Choose for how long', 'Choose the rule that is broken.', 'Please say why.'])
      await expectText(words)
    await waitUntil(() => document.activeElement?.textContent === '1 day')
    expect(document.activeElement?.textContent).toBe('1 day')
    await press('7 days')
    expect(document.querySelectorAll('[data-invalid]')).toHaveLength(2)
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
  })

  test('says how many reports came without a reason, and that a hidden profile becomes visible again', async () => {
    await openCase(createCase({ kind: 'user', flagsCount: 3, hidden: true, concernsMinor: true }))
    await expectText('2 reports came without a reason. Nobody is told who reported it.')
    await expectText('The profile becomes visible again.')
  })

  test('is decided as "no breach" without a confirmation, and then links to the next case', async () => {
    await openCase(createCase())
    await waitUntil(() => countRadios() === 5)
    await choose('keep')
    answerWith((_, address) =>
      isListRequest(address)
        ? page([createCase(), createCase({ _id: 'k2' }), createCase({ _id: 'k3', concernsMinor: true })])
        : Response.json(
            createCase({
              state: 'decided',
              decision: 'keep',
              ruling: ruling({ decision: 'keep' }),
              abilities: noAbilities,
            }),
          ),
    )
    await press('No breach')
    await expectText('What was decided')
    await expectText('No breach. By Camille, ')
    // The next case is the one that concerns a minor; the decided case is no longer counted.
    await expectText('Next report (2 left)')
    expect([...document.querySelectorAll('a')].map(one => [one.textContent, one.getAttribute('href')])).toEqual(
      expect.arrayContaining([
        ['Next report (2 left)', '/gestion/signalement?id=k3'],
        ['Back to the desk', '/'],
      ]),
    )
    expect(calls.filter(call => call.startsWith('PUT'))).toHaveLength(1)
    expect(countRadios()).toBe(0)
  })

  test('asks for confirmation before a suspension', async () => {
    await openCase(createCase())
    await waitUntil(() => countRadios() === 5)
    await choose('suspend')
    await press('7 days')
    const rule = document.querySelector<HTMLSelectElement>('select[name=rule]')!
    await act(async () => {
      rule.value = 'advertising'
      rule.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await typeInto('Trois fois déjà')
    await press('Suspend its author')
    const sent = () => calls.filter(call => call.startsWith('PUT'))
    expect(sent()).toEqual([])
    await expectText('Suspend Ana for 7 days?')
    await press('Suspend')
    expect(sent()).toHaveLength(1)
  })

  test('is loaded once when opened, and is not refetched on focus', async () => {
    answerWith((_, address) => (isListRequest(address) ? page([]) : Response.json(createCase())))
    await render(
      <>
        <CaseSheet id="k1" viewer={viewer} communityUri={null} back={{ to: '/' }} />
        <CasesCard community={community} />
      </>,
    )
    await expectText('Trois places')
    const lists = () => calls.filter(isListRequest).length
    expect(lists()).toBe(1)
    await act(async () => dispatchEvent(new Event('visibilitychange')))
    await waitUntil(() => lists() === 2)
    expect(calls.map(isListRequest)).toEqual([false, true, true])
  })

  test('that a colleague has decided meanwhile is refetched with a notice when the viewer decides', async () => {
    await openCase(createCase())
    await waitUntil(() => countRadios() === 5)
    await choose('keep')
    answerWith((method, address) =>
      isListRequest(address)
        ? page([])
        : method === 'PUT'
          ? Response.json({ error: { key: 'alreadydecided' } }, { status: 409 })
          : Response.json(createCase({ state: 'decided', decision: 'hide', ruling: ruling(), abilities: noAbilities })),
    )
    await press('No breach')
    await expectText('A colleague was quicker')
    await expectText('Une fois suffit')
    expect(countRadios()).toBe(0)
  })

  test('that a colleague decides while it is open shows a notice and the reason that was not sent', async () => {
    await openCase(createCase())
    await waitUntil(() => countRadios() === 5)
    await choose('hide')
    await typeInto('Trois fois déjà')
    const byOther = ruling({ by: createPerson('other', 'Ngọc') })
    answerWith((_, address) =>
      isListRequest(address)
        ? page([])
        : Response.json(createCase({ state: 'decided', decision: 'hide', ruling: byOther, abilities: noAbilities })),
    )
    await refetchAll()
    await expectText('A colleague was quicker')
    await expectText('Trois fois déjà')
    await expectText('Une fois suffit')
    expect(countRadios()).toBe(0)
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
  })

  test('that the viewer decided shows no notice about a colleague, even when it is refetched at once', async () => {
    await openCase(createCase())
    await waitUntil(() => countRadios() === 5)
    await choose('keep')
    const decided = createCase({
      state: 'decided',
      decision: 'keep',
      ruling: ruling({ decision: 'keep' }),
      abilities: noAbilities,
    })
    answerWith((_, address) => (isListRequest(address) ? page([]) : Response.json(decided)))
    await press('No breach')
    await refetchAll()
    await expectText('What was decided')
    expect(document.body.textContent).not.toContain('A colleague was quicker')
  })

  test('with an appeal can be answered only by a second person, not by the one who decided', async () => {
    const appeal = { text: 'C’est un autre', date: hoursAgo(1), outcome: null }
    const appealed = createCase({
      state: 'appealed',
      decision: 'hide',
      ruling: ruling(),
      appeal,
      abilities: noAbilities,
    })
    await openCase(appealed)
    await expectText('You have decided on this before: a second person decides')
    expect(countRadios()).toBe(0)
    await clearPage()
    await openCase({ ...appealed, hasSecondPerson: false })
    await expectText('make a second person an administrator')
    await clearPage()
    await openCase({
      ...appealed,
      ruling: ruling({ by: createPerson('other', 'Ngọc') }),
      abilities: { ...noAbilities, decideOnAppeal: true },
    })
    await waitUntil(() => countRadios() === 2)
    await choose('overturn')
    await press('Answer the appeal')
    await expectText('Please say why.')
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
  })
})
