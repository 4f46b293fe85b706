import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { render, renderStandalone, press, expectText } from '#web/testing/render-standalone.tsx'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { InstallSetting } from './InstallSetting.tsx'
import { offerInstall } from './offer-install.ts'

renderStandalone('home-screen')

const HALF_AN_HOUR = 30 * 60_000
const OFFER = 'Keep Parvis close at hand: installed, it opens at once, and without a network too.'
const promptInstall = vi.fn<() => Promise<{ outcome: 'accepted' }>>(async () => ({ outcome: 'accepted' }))
/** Fires `beforeinstallprompt` as Chromium does for a regular visitor. */
const fireInstallPrompt = () => {
  const event = Object.assign(new Event('beforeinstallprompt'), { prompt: promptInstall })
  window.installOffer = event
  dispatchEvent(event)
}
const toastTexts = () => shownToasts().map(({ text }) => text)
const close = () => {
  for (const { id } of shownToasts()) closeToast(id)
}
/** Sets the previous visit to this many milliseconds ago. */
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

describe('the offer to install the app', () => {
  test('is made once, at the second visit', async () => {
    fireInstallPrompt()
    await offerInstall()
    expect(toastTexts()).toEqual([])
    // Another tab, or the app opened again within half an hour, is not a second visit.
    visitedBefore(HALF_AN_HOUR - 1_000)
    await offerInstall()
    expect(toastTexts()).toEqual([])
    visitedBefore(HALF_AN_HOUR + 1_000)
    await offerInstall()
    expect(toastTexts()).toEqual([OFFER])
    close()
    await offerInstall()
    expect(toastTexts()).toEqual([])
  })

  test('appears once the browser can show its install prompt, which a tap opens', async () => {
    visitedBefore(HALF_AN_HOUR + 1_000)
    await offerInstall()
    expect(toastTexts()).toEqual([])
    fireInstallPrompt()
    await expect.poll(toastTexts).toEqual([OFFER])
    shownToasts()[0]!.action!.onClick()
    expect(promptInstall).toHaveBeenCalledOnce()
  })

  test('explains the manual steps in Apple’s browser', async () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')
    visitedBefore(HALF_AN_HOUR + 1_000)
    await offerInstall()
    expect(toastTexts()).toEqual(['Keep Parvis close at hand: tap Share, then Add to Home Screen.'])
    expect(shownToasts()[0]!.action).toBeUndefined()
  })

  test('is not made in the installed app or without a network', async () => {
    visitedBefore(HALF_AN_HOUR + 1_000)
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    fireInstallPrompt()
    await offerInstall()
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await offerInstall()
    expect(toastTexts()).toEqual([])
  })
})

describe('the install setting', () => {
  const hasButton = () => [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Install')

  test('offers to install the app until it is installed', async () => {
    await render(<InstallSetting />)
    expect(document.body.textContent).toBe('')
    await act(async () => fireInstallPrompt())
    await expectText('Parvis on this device')
    await press('Install')
    expect(promptInstall).toHaveBeenCalledOnce()
    expect(hasButton()).toBe(false)
  })

  test('is empty in the installed app', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    fireInstallPrompt()
    await render(<InstallSetting />)
    expect(document.body.textContent).toBe('')
  })

  test('explains the manual steps in Apple’s browser', async () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')
    await render(<InstallSetting />)
    await expectText('Put Parvis on your home screen: tap Share')
    expect(hasButton()).toBe(false)
  })
})
