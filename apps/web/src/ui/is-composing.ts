import type { KeyboardEvent } from 'react'

/**
 * Whether a key event belongs to an IME composition, as in Japanese, Chinese and Korean. Safari sends the final Enter
 * after `compositionend`, with the key code of compositions.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  // Safari has no other property for it.
  // oxlint-disable-next-line typescript/no-deprecated
  nativeEvent.isComposing || nativeEvent.keyCode === 229
