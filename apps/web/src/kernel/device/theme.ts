import { createRootPreference } from './root-preference.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const updateThemeColor = (theme: Theme) => {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    bar.dataset.own ??= bar.content
    bar.content = theme === 'system' ? bar.dataset.own : getComputedStyle(document.body).backgroundColor
  }
}

const { apply, follow, choose, useCurrent } = createRootPreference('theme', themes, updateThemeColor)

export { apply as applyTheme, follow as followTheme }

export const useTheme = (): { theme: Theme; setTheme: (theme: Theme) => void } => ({
  theme: useCurrent(),
  setTheme: choose,
})
