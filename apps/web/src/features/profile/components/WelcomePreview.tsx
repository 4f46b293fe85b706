import type { Role } from '@parvis/contract/roles.ts'
import { useId } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { FormCommunity, ProfileDraft } from '../profile-form.ts'
import { AvatarImage } from './AvatarImage.tsx'
import css from './WelcomePreview.module.css'

export interface WelcomePreviewProps {
  community: Pick<FormCommunity, 'name' | 'logoUri'>
  draft: ProfileDraft
  /** A picked file, or the URL of the stored photo. */
  photo: Blob | string | null
  /** Role of the member; the texts mention a home only for residents. */
  role: Role
  /** Whether the member is a minor, for whom no welcome post is published. */
  isMinor: boolean
}

/** Preview of the post that welcomes a new member, updated while they type. */
export const WelcomePreview = ({ community, draft, photo, role, isMinor }: WelcomePreviewProps) => {
  const { t } = useText()
  const id = useId()
  const home = String(role === 'neighbor')
  if (isMinor)
    return (
      <aside className={css.aside}>
        <p className={css.team}>
          <Icon name="lock" size="s" />
          <span>{t('entry.preview.minor', { home })}</span>
        </p>
      </aside>
    )
  const calledName = draft.firstname.trim() || draft.pseudo.trim()
  const initial = [...draft.lastname.trim()][0]?.toUpperCase()
  const name = draft.firstname.trim() && initial ? `${calledName} ${initial}.` : calledName
  return (
    <aside className={css.aside} aria-labelledby={id}>
      <p className={css.label} id={id}>
        <Icon name="eye" size="s" />
        {t('entry.preview')}
      </p>
      <Card className={css.post}>
        <div className={css.head}>
          <Avatar name={community.name} photoUri={community.logoUri} subject="place" />
          <div>
            <b>{community.name}</b>
            <small>{t('common.ago.now')}</small>
          </div>
        </div>
        <h2>{calledName ? t('entry.preview.title', { name: calledName }) : t('entry.preview.nobody')}</h2>
        <p>{t('entry.preview.text', { gender: draft.gender ?? 'other' })}</p>
        <div className={css.who}>
          {photo ? (
            <AvatarImage photo={photo} alt="" />
          ) : name ? (
            <Avatar name={name} />
          ) : (
            <span className={css.face}>
              <Icon name="camera" />
            </span>
          )}
          <div>
            {name ? <b dir="auto">{name}</b> : <span className={css.nobody}>{t('entry.preview.yourname')}</span>}
            {draft.pseudo.trim() && <small dir="auto">{draft.pseudo.trim()}</small>}
          </div>
        </div>
        <div>
          <Button icon="hand" disabled>
            {t('entry.preview.answer')}
          </Button>
        </div>
      </Card>
      <p className={css.team}>
        <Icon name="lock" size="s" />
        <span>{t('entry.preview.team', { home })}</span>
      </p>
    </aside>
  )
}
