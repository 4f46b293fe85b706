import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormScreen } from '#web/ui/FormScreen.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { type SetupDraft, accessModeOf } from '../setup-draft.ts'
import css from './SetupDone.module.css'

export interface SetupDoneProps {
  draft: SetupDraft
  created: { customUri: string; isLogoStored: boolean }
  host: string
  stepIndicator: ReactNode
}

/** Last step: the URL and the registration key of the new community, and what to do next. */
export const SetupDone = ({ draft, created: { customUri, isLogoStored }, host, stepIndicator }: SetupDoneProps) => {
  const { t } = useText()
  const name = draft.name.trim()
  const address = `${host}/${customUri}`
  const params = { c: customUri }
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ kind: 'done', text: t('setup.done.copied') }),
      () => showToast({ kind: 'error', text: t('setup.done.notcopied') }),
    )
  return (
    <FormScreen
      id="done"
      step={3}
      title={t('setup.done.title', { name })}
      lead={t(`setup.done.lead.${accessModeOf(draft)}`)}
      header={stepIndicator}
      busy={false}
      onSubmit={() => {}}
      actions={null}
    >
      {!isLogoStored && (
        <Notice kind="attention" icon="info">
          {t('setup.done.nologo')}
        </Notice>
      )}
      <div>
        <ButtonLink kind="primary" size="l" icon="printer" to="/$c/affiche" params={params}>
          {t('setup.done.poster')}
        </ButtonLink>
      </div>
      <Card as="section" className={css.facts}>
        <Fact
          icon="globe"
          copyLabel={t('setup.done.copy.uri')}
          onCopy={() => void copy(`${location.protocol}//${address}`)}
        >
          <b>{address}</b>
        </Fact>
        {accessModeOf(draft) === 'key' && (
          <Fact icon="key-round" copyLabel={t('setup.done.copy.key')} onCopy={() => void copy(draft.key.trim())}>
            {t('setup.done.key', { key: draft.key.trim() })}
          </Fact>
        )}
      </Card>
      <nav aria-label={t('setup.done.next')}>
        <Card className={css.next}>
          <Link to="/$c/gestion" params={params}>
            <Next icon="user-plus" title={t('setup.done.invite')} text={t('setup.done.invite.text')} />
          </Link>
          <Link to="/$c/actualites/edition-publication" params={params}>
            <Next icon="square-pen" title={t('setup.done.post')} text={t('setup.done.post.text')} />
          </Link>
          <Link to="/$c/actualites" params={params}>
            <Next icon="door-open" title={t('setup.done.in')} text={t('setup.done.in.text')} />
          </Link>
        </Card>
      </nav>
      <p className={css.dead}>
        <Icon name="lock" size="s" />
        <span>{t('setup.done.dead')}</span>
      </p>
    </FormScreen>
  )
}

const Fact = ({
  icon,
  copyLabel,
  onCopy,
  children,
}: {
  icon: IconName
  copyLabel: string
  onCopy: () => void
  children: ReactNode
}) => (
  <div className={css.fact}>
    <Icon name={icon} size="s" />
    <span>{children}</span>
    <IconButton icon="copy" label={copyLabel} onClick={onCopy} />
  </div>
)

const Next = ({ icon, title, text }: { icon: IconName; title: string; text: string }) => (
  <>
    <Icon name={icon} />
    <span className={css.words}>
      <b>{title}</b>
      <small>{text}</small>
    </span>
    <Icon name="chevron-right" size="s" />
  </>
)
