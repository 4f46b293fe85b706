import type { Hobby, Profile } from '@parvis/contract/profile.ts'
import type { Location } from '@parvis/contract/community.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { isServerUnreachable } from '#web/kernel/outbox/network-error.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstConflict, FieldConflict } from '#web/ui/FieldConflict.tsx'
import columns from '#web/ui/form-columns.module.css'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { queueSend } from '#web/ui/queue-send.ts'
import { closeToastsOf, NO_NETWORK, showToast } from '#web/ui/toasts.ts'
import type { MyProfileRequirements, MyProfileDraft } from '../my-profile.ts'
import type { MyProfileViewProps } from '../MyProfileView.tsx'
import { knownAgeOf } from '../profile-form.ts'
import { useSaveProfile } from '../profile.queries.ts'
import { createPendingProfile } from '../pending-profile.ts'
import { useConflictText } from '../use-conflict-text.ts'
import { useMyProfile } from '../use-my-profile.ts'
import { MyHome } from './MyHome.tsx'
import { Protection } from './Protection.tsx'
import { MyIdentity } from './MyIdentity.tsx'

// Loaded lazily, so that the lower parts of the form, and those that few members have, do not delay its first part.
const MyHobbies = lazy(() => import('./MyHobbies.tsx').then(part => ({ default: part.MyHobbies })))
const MyPassword = lazy(() => import('./MyPassword.tsx').then(part => ({ default: part.MyPassword })))
const MyStay = lazy(() => import('./MyStay.tsx').then(part => ({ default: part.MyStay })))

export interface MyProfileFormProps extends Omit<MyProfileViewProps, 'back'> {
  profile: Profile
  hobbies: UseQueryResult<Hobby[]>
  /** The places of the community where guests stay. */
  places: UseQueryResult<Location[]>
  /** The photo that was picked and not saved yet. */
  pickedPhoto: Blob | null
  /** True when the user comes back from the camera; the draft then needs no notice. */
  returnedFromCamera: boolean
  /** Says how old the data is when it could not be refetched. */
  staleNotice: ReactNode
}

export const MyProfileForm = (props: MyProfileFormProps) => {
  const {
    community,
    me,
    profile,
    hobbies,
    places,
    pickedPhoto,
    returnedFromCamera,
    staleNotice,
    onSaved,
    onLeave,
    below,
  } = props
  const { t } = useText()
  const { fullDate } = useFormat()
  const id = useId()
  const requirements: MyProfileRequirements = {
    role: me.role,
    needCurrentPassword: profile.needCurrentPassword,
    minAge: profile.minAge,
    known: knownAgeOf(profile),
    timezone: community.timezone,
    stay: profile.stay,
  }
  const form = useMyProfile(me._id, profile, requirements, pickedPhoto)
  const textOf = useConflictText(hobbies.data, places.data)
  const [checking, setChecking] = useState(false)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  useTakenPhoto('profile', photo => void form.pickPhoto(photo, 'camera'))
  const { save, saving, progress, stop } = useSaveProfile({
    onSaved: user => {
      form.deleteDraft()
      showToast({ text: t('profile.saved') })
      if (isMounted.current) onSaved(user)
    },
    onFailed: async (error, saving) => {
      form.saveFailed()
      const unsent = isServerUnreachable(error) && createPendingProfile(me._id, saving)
      if (unsent && (await queueSend(unsent))) {
        if (isMounted.current) onLeave()
      } else if (isAborted(error)) showToast({ kind: 'info', text: t('entry.profile.stopped') })
      else form.showServerError(error)
    },
  })
  // While saving, values that differ from the draft come from our own request.
  const conflicts = saving ? [] : form.conflicts

  const submit = async (event: FormEvent) => {
    // A text that is too long has already prevented the submission.
    const isRefused = event.defaultPrevented
    event.preventDefault()
    if (saving || checking || form.preparing) return
    setChecking(true)
    const isValid = await form.validate()
    setChecking(false)
    if (!isValid || isRefused) return
    form.clearErrors()
    if (conflicts.length > 0) return focusFirstConflict()
    const changes = form.changesToSave()
    if (changes) save(changes)
    else onLeave()
  }
  /** The tapped button is removed, and without this the focus would be lost. */
  const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })
  const cancelPending = () => {
    form.cancelPending()
    // The toast promises that the profile is sent automatically, which is no longer true.
    closeToastsOf(NO_NETWORK)
    showToast({ kind: 'info', text: t('profile.takenback') })
    focusMain()
  }
  /** Shows the value that was saved elsewhere under the control, with a choice between both. */
  const withConflict = (field: string, control: ReactNode) => {
    const name = field as keyof MyProfileDraft
    return (
      <FieldConflict
        savedText={conflicts.includes(name) ? textOf(name, form.stored) : null}
        mine={t('profile.clash.mine')}
        theirs={t('profile.clash.theirs')}
        onKeep={() => form.keepMine(name)}
        onTake={() => form.takeTheirs(name)}
      >
        {control}
      </FieldConflict>
    )
  }
  const fields = { form: { ...form, withConflict } }
  return (
    <Main>
      <div className={columns.form}>
        {staleNotice}
        {form.isPending && (
          <Notice
            kind="calm"
            icon="clock"
            action={
              <Button kind="quiet" size="s" onClick={cancelPending}>
                {t('profile.takeback')}
              </Button>
            }
          >
            {t('profile.waits')}
          </Notice>
        )}
        {form.restored && !returnedFromCamera && (
          <Notice
            kind="calm"
            icon="pencil"
            action={
              <Button
                kind="quiet"
                size="s"
                onClick={() => {
                  form.discard()
                  focusMain()
                }}
              >
                {t('profile.discard')}
              </Button>
            }
          >
            {t(form.isPending ? 'profile.restored.more' : 'profile.restored')}
          </Notice>
        )}
        {me.suspendedUntil && (
          <Notice kind="calm" icon="lock">
            {t('profile.suspended', { when: fullDate(new Date(me.suspendedUntil)) })}
          </Notice>
        )}
        {form.hasRemoteChanges && (
          <Notice kind="calm" icon="info">
            {t('profile.followed')}
          </Notice>
        )}
        {form.formError && (
          <Notice key={form.attempt} kind="danger" icon="circle-alert" pinned>
            {form.formError}
            <br />
            {t('entry.profile.still')}
          </Notice>
        )}
        <form
          id={id}
          className={columns.form}
          onSubmit={event => void submit(event)}
          noValidate
          data-tells-all
          inert={saving}
          aria-label={t('profile.title')}
        >
          {profile.protection && <Protection {...profile.protection} age={profile.consentAge} />}
          {/* A suspended member cannot change what others see. */}
          <fieldset className={columns.fields} disabled={Boolean(me.suspendedUntil)}>
            <MyIdentity {...fields} me={me} profile={profile} timezone={community.timezone} />
            {profile.stay && (
              <Suspense>
                <MyStay {...fields} stay={profile.stay} places={places} />
              </Suspense>
            )}
            {me.role !== 'advertiser' && <MyHome {...fields} isResident={me.role === 'neighbor'} />}
            <Suspense>
              <MyHobbies {...fields} hobbies={me.role === 'advertiser' ? null : hobbies} />
            </Suspense>
          </fieldset>
          <Suspense>
            <MyPassword form={form} profile={profile} />
          </Suspense>
        </form>
        {below}
      </div>
      {form.cropping}
      <ActionBar>
        {saving && progress !== null ? (
          <>
            <Progress
              label={t('entry.photo.sending')}
              value={progress}
              valueText={t('entry.photo.sending.figure', { percent: Math.round(progress * 100) })}
            />
            <Button onClick={stop}>{t('entry.photo.stop')}</Button>
          </>
        ) : (
          <Button disabled={saving} onClick={onLeave}>
            {t('common.cancel')}
          </Button>
        )}
        <Button type="submit" form={id} kind="primary" busy={saving || checking}>
          {t('entry.profile.save')}
        </Button>
      </ActionBar>
    </Main>
  )
}
