import type { KeyboardEvent } from 'react'

/** Whether a key event is part of an IME composition; Safari marks the final Enter only by its key code. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  // Safari has no other property for it.
  // oxlint-disable-next-line typescript/no-deprecated
  nativeEvent.isComposing || nativeEvent.keyCode === 229
