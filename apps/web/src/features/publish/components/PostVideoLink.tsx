import { videoIdOf } from '@parvis/contract/publish.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

export interface PostVideoLinkProps {
  link: string
  onLink: (link: string) => void
  onRemove: () => void
  error: string | null
  attempt: number
}

/** Field for the URL of a video. The video host gets no request before somebody plays the video. */
export const PostVideoLink = ({ link, onLink, onRemove, error, attempt }: PostVideoLinkProps) => {
  const { t } = useText()
  const container = useRef<HTMLDivElement>(null)
  // A link detected while typing must not move the focus out of the text.
  const focusEmptyField = useEffectEvent(() => {
    if (!link) container.current?.querySelector('input')?.focus()
  })
  useEffect(() => focusEmptyField(), [])
  return (
    <div ref={container}>
      <Field
        label={t('publish.video')}
        name="video"
        type="url"
        inputMode="url"
        icon="video"
        placeholder="https://youtu.be/…"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        value={link}
        onChange={onLink}
        error={error}
        attempt={attempt}
        hint={t(videoIdOf(link) ? 'publish.video.known' : 'publish.video.hint')}
        end={<IconButton icon="x" label={t('publish.video.remove')} onClick={onRemove} />}
      />
    </div>
  )
}
