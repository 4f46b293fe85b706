import { createRootPreference } from './root-preference.ts'

/** Text sizes in percent of the size set on the device; `system` is that size itself. */
export const textSizes = ['system', '115', '130', '150'] as const
export type TextSize = (typeof textSizes)[number]

const { follow, choose, useCurrent } = createRootPreference('textsize', textSizes)

export { follow as followTextSize }

export const useTextSize = (): { textSize: TextSize; setTextSize: (size: TextSize) => void } => ({
  textSize: useCurrent(),
  setTextSize: choose,
})
