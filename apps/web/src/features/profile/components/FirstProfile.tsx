import type { Profile } from '@parvis/contract/profile.ts'
import { useId, useState, type FormEvent } from 'react'
import { isTakenBack } from '#web/kernel/http/taken-back.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Acts } from '#web/ui/Acts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormScreen } from '#web/ui/FormScreen.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { forgetDraft } from '../profile-draft.ts'
import { ageOf, hasSecondPage, knownAgeOf, type ProfileAsk } from '../profile-form.ts'
import { useSaveProfile } from '../profile.queries.ts'
import type { ProfileFormViewProps } from '../ProfileFormView.tsx'
import { useProfileForm } from '../use-profile-form.ts'
import { AboutYou } from './AboutYou.tsx'
import { HomeAndPassword } from './HomeAndPassword.tsx'
import { LogOutLine } from './LogOutLine.tsx'
import { WelcomePreview } from './WelcomePreview.tsx'

/** The first profile on two pages: name and birth date, then address and password. */
export const FirstProfile = (props: ProfileFormViewProps & { profile: Profile; face: Blob | null }) => {
  const { community, session, profile, face, onPage, onSaved, onWaiting } = props
  const { t } = useText()
  const id = useId()
  const ask: ProfileAsk = {
    role: session.role,
    needPassword: profile.needPassword,
    needEmail: profile.needEmail,
    needApproval: profile.needApproval,
    minAge: profile.minAge,
    consentAge: profile.consentAge,
    known: knownAgeOf(profile),
    timezone: community.timezone,
  }
  const form = useProfileForm(session._id, profile, ask, face, onPage)
  const [checking, setChecking] = useState(false)
  const [stopped, setStopped] = useState(false)
  const { save, saving, progress, stop } = useSaveProfile({
    onSaved: user => {
      forgetDraft(session._id)
      onSaved(user)
    },
    onFailed: error => {
      if (error instanceof ApiError && error.key === 'popup4') {
        forgetDraft(session._id)
        onWaiting()
      } else if (isTakenBack(error)) setStopped(true)
      else form.fail(error)
    },
  })
  const second = hasSecondPage(ask)
  const page = second ? props.page : 1
  const last = page === 2 || !second

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (saving || checking || form.photo.preparing) return
    setChecking(true)
    setStopped(false)
    const holds = await form.holds(page)
    setChecking(false)
    if (!holds) return
    form.clear()
    if (last) save({ body: form.body(), photo: form.photo.photo })
    else onPage(2)
  }
  const isNew = session.firstLogin
  const isMinor = ageOf(form.draft.birthdate, ask) === 'minor'
  return (
    <>
      <FormScreen
        place={community}
        id={id}
        step={page}
        title={t(page === 2 ? 'entry.profile.home.title' : isNew ? 'entry.profile.welcome' : 'entry.profile.update')}
        lead={t(
          page === 2
            ? ask.role === 'neighbor'
              ? 'entry.profile.home.lead'
              : 'entry.profile.last.lead'
            : second
              ? 'entry.profile.lead'
              : 'entry.profile.lead.one',
        )}
        head={
          second && (
            <Steps
              label={t('entry.steps', { n: page, of: 2 })}
              names={[
                t('entry.steps.you'),
                t(
                  ask.role !== 'neighbor'
                    ? 'entry.steps.password'
                    : ask.needPassword
                      ? 'entry.steps.home'
                      : 'entry.steps.address',
                ),
              ]}
              current={page - 1}
            />
          )
        }
        aside={
          <WelcomePreview
            community={community}
            draft={form.draft}
            photo={form.face}
            role={ask.role}
            isMinor={isMinor}
          />
        }
        busy={saving}
        onSubmit={event => void submit(event)}
        acts={
          <Acts>
            {saving && progress !== null ? (
              <>
                <Progress
                  label={t('entry.photo.sending')}
                  value={progress}
                  figure={t('entry.photo.sending.figure', { percent: Math.round(progress * 100) })}
                />
                <Button onClick={stop}>{t('entry.photo.stop')}</Button>
              </>
            ) : (
              page === 2 && (
                <Button disabled={saving} onClick={() => onPage(1)}>
                  {t('common.back')}
                </Button>
              )
            )}
            <Button type="submit" form={id} kind="primary" busy={saving || checking}>
              {t(last ? (isNew ? 'entry.profile.signup' : 'entry.profile.save') : 'entry.profile.continue')}
            </Button>
          </Acts>
        }
      >
        {form.formError && (
          <Notice key={form.attempt} kind="danger" icon="circle-alert" pinned>
            {form.formError}
            <br />
            {t('entry.profile.still')}
          </Notice>
        )}
        {stopped && (
          <Notice kind="calm" icon="info">
            {t('entry.profile.stopped')}
          </Notice>
        )}
        {page === 1 ? <AboutYou form={form} /> : <HomeAndPassword form={form} />}
        <LogOutLine {...props} />
      </FormScreen>
      {form.photo.cropping}
    </>
  )
}
