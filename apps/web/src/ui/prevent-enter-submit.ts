import type { KeyboardEvent } from 'react'

/** An `onKeyDown` handler for forms whose result others see: Enter in a single-line field does not submit. */
export const preventEnterSubmit = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
