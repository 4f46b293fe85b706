import { getDigest, readDigestLink, setDigest, setDigestByLink } from '@parvis/contract/digests.ts'
import { describe, expect, test } from 'vitest'
import {
  findAxeViolations,
  bodies,
  calls,
  choose,
  render,
  renderStandalone,
  press,
  refusal,
  expectText,
  stub,
  toastTexts,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { DigestSettings } from './DigestSettings.tsx'
import { LinkedDigestView } from './LinkedDigestView.tsx'

renderStandalone('notifications')

const activeDigest = { rhythm: 'daily', community: 'Les Tilleuls' } as const
const open = (token = 'secret') => render(<LinkedDigestView token={token} />)
const title = () => document.querySelector('h1')?.textContent

describe('the screen that the link in a digest mail opens', () => {
  test('shows that the link has expired, and links to the settings', async () => {
    stub(readDigestLink, () => refusal('tokenexpired'))
    await open()
    await expectText('This link leads nowhere any more')
    expect(await findAxeViolations()).toEqual([])
    expect(document.querySelector('main a, [href]')?.getAttribute('href')).toBeTruthy()
    expect(bodies).toEqual([{ token: 'secret' }])
  })

  test('sends no request when the token is missing', async () => {
    await open('')
    await expectText('This link leads nowhere any more')
    expect(calls).toEqual([])
  })

  test('shows that the server is unavailable and loads again on retry', async () => {
    stub(readDigestLink, () => refusal('maintenance'))
    await open()
    await expectText('Your choice did not load')
    stub(readDigestLink, activeDigest)
    await press('Try again')
    await waitUntil(() => title() === 'Stop the summaries?')
    expect(title()).toBe('Stop the summaries?')
  })

  test('stops the digests once the server confirms, and focuses a link to the settings', async () => {
    stub(readDigestLink, activeDigest)
    stub(setDigestByLink, () => refusal('toomanyrequests'))
    await open()
    await expectText('Each day')
    await press('Stop the summaries')
    await waitUntil(() => document.querySelector('[role=alert]')!.textContent !== '')
    expect(toastTexts()).toHaveLength(1)
    expect(title()).toBe('Stop the summaries?')
    stub(setDigestByLink, ({ body }) => ({ ...activeDigest, rhythm: (body as { rhythm: 'never' }).rhythm }))
    await press('Stop the summaries')
    await waitUntil(() => title() === 'No more summaries')
    expect(bodies.at(-1)).toEqual({ token: 'secret', rhythm: 'never' })
    expect(document.activeElement?.textContent).toBe('To my settings')
  })

  test('shows that digests are off, and links to the settings, when the frequency is never', async () => {
    stub(readDigestLink, { ...activeDigest, rhythm: 'never' })
    await open()
    await waitUntil(() => title() === 'No more summaries')
    expect(document.querySelector('a[href*="settings"]')?.textContent).toBe('To my settings')
  })
})

describe('the digest frequency in the settings', () => {
  const value = () => document.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value

  test('changes at once and is restored when the server refuses', async () => {
    stub(getDigest, { rhythm: 'weekly', chosen: false, email: true })
    stub(setDigest, () => refusal('toomanyrequests'))
    await render(<DigestSettings />)
    await waitUntil(() => value() === 'weekly')
    await choose('daily')
    await waitUntil(() => toastTexts().length > 0)
    await waitUntil(() => value() === 'weekly')
    expect(value()).toBe('weekly')
    stub(setDigest, { rhythm: 'daily', chosen: true, email: true })
    stub(getDigest, { rhythm: 'daily', chosen: true, email: true })
    await choose('daily')
    await waitUntil(() => value() === 'daily')
    expect(bodies).toEqual([{ rhythm: 'daily' }, { rhythm: 'daily' }])
  })

  test('is not offered to a member without a confirmed e-mail address', async () => {
    stub(getDigest, { rhythm: 'weekly', chosen: false, email: false })
    await render(<DigestSettings />)
    await expectText('no confirmed e-mail address')
    expect(value()).toBeUndefined()
  })
})
