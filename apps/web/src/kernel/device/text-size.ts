import { rootChoice } from './root-choice.ts'

/** In percent of the text size that the device is set to. */
export const textSizes = ['system', '115', '130', '150'] as const
export type TextSize = (typeof textSizes)[number]

const { follow, choose, useCurrent } = rootChoice('textsize', textSizes)

export { follow as followTextSize }

export const useTextSize = (): { textSize: TextSize; setTextSize: (size: TextSize) => void } => ({
  textSize: useCurrent(),
  setTextSize: choose,
})
