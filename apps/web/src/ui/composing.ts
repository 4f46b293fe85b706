import type { KeyboardEvent } from 'react'

/**
 * Whether a key is part of composing a letter, as in Japanese, Chinese and Korean. Safari sends the Enter that ends it
 * after `compositionend`, with the key code that compositions have.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  // no other property tells of it there
  // oxlint-disable-next-line typescript/no-deprecated
  nativeEvent.isComposing || nativeEvent.keyCode === 229
