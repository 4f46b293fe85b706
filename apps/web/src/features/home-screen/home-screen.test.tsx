import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { draw, drawAlone, press, shows } from '#web/testing/draw-alone.tsx'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { InstallSetting } from './InstallSetting.tsx'
import { offerInstall } from './offer-install.ts'

drawAlone('homescreen')

const HALF_AN_HOUR = 30 * 60_000
const OFFER = 'Keep Parvis close at hand: installed, it opens at once, and without a network too.'
const asked = vi.fn<() => Promise<{ outcome: 'accepted' }>>(async () => ({ outcome: 'accepted' }))
/** As Chromium makes it to a visitor whom it takes for a regular one. */
const makeOffer = () => {
  const event = Object.assign(new Event('beforeinstallprompt'), { prompt: asked })
  window.installOffer = event
  dispatchEvent(event)
}
const told = () => shownToasts().map(({ text }) => text)
const close = () => {
  for (const { id } of shownToasts()) closeToast(id)
}
/** The visit before was so long ago, in milliseconds. */
const visitedBefore = (ms: number) => store('visited', { times: 1, at: Date.now() - ms })

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  delete window.installOffer
  close()
  vi.clearAllMocks()
  vi.restoreAllMocks()
})

describe('to install the app', () => {
  test('is offered at the second visit, and once', async () => {
    makeOffer()
    await offerInstall()
    expect(told()).toEqual([])
    // another tab, or the same opened anew, is no other visit
    visitedBefore(HALF_AN_HOUR - 1_000)
    await offerInstall()
    expect(told()).toEqual([])
    visitedBefore(HALF_AN_HOUR + 1_000)
    await offerInstall()
    expect(told()).toEqual([OFFER])
    close()
    await offerInstall()
    expect(told()).toEqual([])
  })

  test('is offered when the browser offers it later, and a tap lets the browser ask', async () => {
    visitedBefore(HALF_AN_HOUR + 1_000)
    await offerInstall()
    expect(told()).toEqual([])
    makeOffer()
    await expect.poll(told).toEqual([OFFER])
    shownToasts()[0]!.action!.onClick()
    expect(asked).toHaveBeenCalledOnce()
  })

  test('is explained where the browser is Apple’s', async () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')
    visitedBefore(HALF_AN_HOUR + 1_000)
    await offerInstall()
    expect(told()).toEqual(['Keep Parvis close at hand: tap Share, then Add to Home Screen.'])
    expect(shownToasts()[0]!.action).toBeUndefined()
  })

  test('is not offered in the installed app, nor without a network', async () => {
    visitedBefore(HALF_AN_HOUR + 1_000)
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    makeOffer()
    await offerInstall()
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await offerInstall()
    expect(told()).toEqual([])
  })
})

describe('in the settings', () => {
  const hasButton = () => [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Install')

  test('stands the way to install it, until that was done', async () => {
    await draw(<InstallSetting />)
    expect(document.body.textContent).toBe('')
    await act(async () => makeOffer())
    await shows('Parvis on this device')
    await press('Install')
    expect(asked).toHaveBeenCalledOnce()
    expect(hasButton()).toBe(false)
  })

  test('stands nothing of it in the installed app', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    makeOffer()
    await draw(<InstallSetting />)
    expect(document.body.textContent).toBe('')
  })

  test('stands how it is done by hand where the browser is Apple’s', async () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')
    await draw(<InstallSetting />)
    await shows('Put Parvis on your home screen: tap Share')
    expect(hasButton()).toBe(false)
  })
})
