import { useSyncExternalStore } from 'react'
import { onStored, store, stored } from './stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const listeners = new Set<() => void>()

const current = (): Theme => themes.find(theme => theme === stored('theme')) ?? 'system'

/** The device's own theme is the absence of the attribute: the style sheet follows the device by itself. */
export const applyTheme = () => {
  const theme = current()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  colourBars(theme)
  for (const listener of listeners) listener()
}

/** The bars of the browser around the page: its own marks follow the device, a chosen theme overrules them. */
const colourBars = (theme: Theme) => {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    bar.dataset.own ??= bar.content
    bar.content = theme === 'system' ? bar.dataset.own : getComputedStyle(document.body).backgroundColor
  }
}

const setTheme = (theme: Theme) => {
  store('theme', theme === 'system' ? null : theme)
  applyTheme()
}

/** From the start on, whatever screen is drawn: what another tab chose counts in this one at once. */
export const followTheme = (): (() => void) => {
  applyTheme()
  return onStored('theme', applyTheme)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): { theme: Theme; setTheme: (theme: Theme) => void } => ({
  theme: useSyncExternalStore(subscribe, current),
  setTheme,
})
