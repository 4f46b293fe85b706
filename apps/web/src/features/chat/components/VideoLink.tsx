import { videoIdOf } from '@parvis/contract/publish.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { isComposing } from '#web/ui/is-composing.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import css from './VideoLink.module.css'

export interface VideoLinkProps {
  onPick: (video: { videoId: string; link: string }) => void
  onClose: () => void
}

/**
 * Field for the link of a video; shows an error beside the field. Not a <form>, because it is nested in the form of the
 * composer.
 */
export const VideoLink = ({ onPick, onClose }: VideoLinkProps) => {
  const { t } = useText()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [link, setLink] = useState('')
  const [wrong, setWrong] = useState(false)
  useEffect(() => field.current?.focus(), [])
  const pick = () => {
    const videoId = videoIdOf(link)
    if (videoId) return onPick({ videoId, link: link.trim() })
    setWrong(true)
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose()
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    pick()
  }
  return (
    <div className={css.link}>
      <label htmlFor={id}>{t('messageacts.video.label')}</label>
      <div className={css.line}>
        <input
          ref={field}
          id={id}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={link}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onChange={event => {
            setWrong(false)
            setLink(event.target.value)
          }}
          onKeyDown={press}
        />
        <Button size="s" onClick={pick} disabled={link.trim() === ''}>
          {t('messageacts.video.add')}
        </Button>
        <IconButton icon="x" label={t('messages.staged.remove')} onClick={onClose} />
      </div>
      {wrong && (
        <p id={`${id}-wrong`} role="alert" className={css.wrong}>
          {t('messageacts.video.wrong')}
        </p>
      )}
    </div>
  )
}
