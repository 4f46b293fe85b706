import type { KeyboardEvent } from 'react'

/** For `onKeyDown` of a form that others see the result of: Enter in one of its lines does not send it. */
export const holdEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
