import { createRootPreference } from './root-preference.ts'

/** In percent of the text size that the device is set to. */
export const textSizes = ['system', '115', '130', '150'] as const
export type TextSize = (typeof textSizes)[number]

const { follow, choose, useCurrent } = createRootPreference('textsize', textSizes)

export { follow as followTextSize }

export const useTextSize = (): { textSize: TextSize; setTextSize: (size: TextSize) => void } => ({
  textSize: useCurrent(),
  setTextSize: choose,
})
