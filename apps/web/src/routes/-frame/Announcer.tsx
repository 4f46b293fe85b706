import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import typography from '#web/ui/typography.module.css'

/** Tells a screen reader which screen is on: a change of address alone says nothing. A focus that went with the screen before is in the new one. */
export const Announcer = () => {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', event => {
        if (event.fromLocation && event.pathChanged)
          setTimeout(() => {
            setTitle(document.title)
            if (document.activeElement === document.body)
              document.getElementById('main')?.focus({ preventScroll: true })
          })
      }),
    [router],
  )
  return (
    <p className={typography.hidden} aria-live="polite">
      {title}
    </p>
  )
}
