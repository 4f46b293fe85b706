import { getDigest, readDigestLink, setDigest, setDigestByLink } from '@parvis/contract/digests.ts'
import { describe, expect, test } from 'vitest'
import {
  barriers,
  bodies,
  calls,
  choose,
  draw,
  drawAlone,
  press,
  refusal,
  shows,
  stub,
  told,
  until,
} from '#web/testing/draw-alone.tsx'
import { DigestSettings } from './DigestSettings.tsx'
import { LinkedDigestView } from './LinkedDigestView.tsx'

drawAlone('notifications')

const coming = { rhythm: 'daily', community: 'Les Tilleuls' } as const
const open = (token = 'secret') => draw(<LinkedDigestView token={token} />)
const title = () => document.querySelector('h1')?.textContent

describe('the digest link', () => {
  test('shows that the link has expired and leads to the settings', async () => {
    stub(readDigestLink, () => refusal('tokenexpired'))
    await open()
    await shows('This link leads nowhere any more')
    expect(await barriers()).toEqual([])
    expect(document.querySelector('main a, [href]')?.getAttribute('href')).toBeTruthy()
    expect(bodies).toEqual([{ token: 'secret' }])
  })

  test('sends no request when the token is missing', async () => {
    await open('')
    await shows('This link leads nowhere any more')
    expect(calls).toEqual([])
  })

  test('shows that the server is unavailable and loads again on retry', async () => {
    stub(readDigestLink, () => refusal('maintenance'))
    await open()
    await shows('Your choice did not load')
    stub(readDigestLink, coming)
    await press('Try again')
    await until(() => title() === 'Stop the summaries?')
    expect(title()).toBe('Stop the summaries?')
  })

  test('stops the digests once the server confirms, and leads to the settings', async () => {
    stub(readDigestLink, coming)
    stub(setDigestByLink, () => refusal('toomanyrequests'))
    await open()
    await shows('Each day')
    await press('Stop the summaries')
    await until(() => document.querySelector('[role=alert]')!.textContent !== '')
    expect(told()).toHaveLength(1)
    expect(title()).toBe('Stop the summaries?')
    stub(setDigestByLink, ({ body }) => ({ ...coming, rhythm: (body as { rhythm: 'never' }).rhythm }))
    await press('Stop the summaries')
    await until(() => title() === 'No more summaries')
    expect(bodies.at(-1)).toEqual({ token: 'secret', rhythm: 'never' })
    expect(document.activeElement?.textContent).toBe('To my settings')
  })

  test('shows that digests are off and leads to the settings when the frequency is never', async () => {
    stub(readDigestLink, { ...coming, rhythm: 'never' })
    await open()
    await until(() => title() === 'No more summaries')
    expect(document.querySelector('a[href*="settings"]')?.textContent).toBe('To my settings')
  })
})

describe('the frequency in the settings', () => {
  const value = () => document.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value

  test('changes at once and is restored when the server refuses', async () => {
    stub(getDigest, { rhythm: 'weekly', chosen: false, email: true })
    stub(setDigest, () => refusal('toomanyrequests'))
    await draw(<DigestSettings />)
    await until(() => value() === 'weekly')
    await choose('daily')
    await until(() => told().length > 0)
    await until(() => value() === 'weekly')
    expect(value()).toBe('weekly')
    stub(setDigest, { rhythm: 'daily', chosen: true, email: true })
    stub(getDigest, { rhythm: 'daily', chosen: true, email: true })
    await choose('daily')
    await until(() => value() === 'daily')
    expect(bodies).toEqual([{ rhythm: 'daily' }, { rhythm: 'daily' }])
  })

  test('is not offered to a member without a confirmed e-mail address', async () => {
    stub(getDigest, { rhythm: 'weekly', chosen: false, email: false })
    await draw(<DigestSettings />)
    await shows('no confirmed e-mail address')
    expect(value()).toBeUndefined()
  })
})
