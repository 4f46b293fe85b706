import type { MemberFile } from '@parvis/contract/admin.ts'
import { parseFrenchDate, formatFrenchDate } from '@parvis/contract/profile.ts'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useMemberChange } from '../admin.mutations.ts'
import { fullName } from '../member-text.ts'
import desk from '../DeskView.module.css'

/** Form in which the team changes the birth date of a member. Minors cannot change their own birth date. */
export const MemberBirthdate = ({ communityId, member }: { communityId: string; member: MemberFile }) => {
  const { t, explain } = useText()
  const change = useMemberChange(communityId, member._id)
  const [typed, setTyped] = useState<string | null>(null)
  const [isIncomplete, setIsIncomplete] = useState(false)
  const savedDay = (member.birthdate && parseFrenchDate(member.birthdate)) ?? ''
  const day = typed ?? savedDay
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.isPending || day === savedDay) return
    // A partly typed date has an empty value, which would delete the saved date.
    const field = event.currentTarget.elements.namedItem('birthdate') as HTMLInputElement
    setIsIncomplete(field.validity.badInput)
    if (field.validity.badInput) return
    change.mutate(
      { birthdate: day ? formatFrenchDate(day) : null },
      {
        onSuccess: () => {
          setTyped(null)
          showToast({ text: t(`admin.birthdate.${day ? 'saved' : 'removed'}`, { name: fullName(member) }) })
        },
      },
    )
  }
  const error = isIncomplete ? new ApiError('invaliddateformat', 400) : change.error
  return (
    <Card as="section" aria-labelledby="born" className={desk.body}>
      <h2 id="born" className={desk.title}>
        {t('admin.birthdate')}
      </h2>
      {member.minor && (
        <Notice kind="calm" icon="lock">
          {t('admin.birthdate.minor')}
        </Notice>
      )}
      <form className={desk.form} onSubmit={save} noValidate>
        <Field
          label={t('admin.birthdate.label')}
          name="birthdate"
          type="date"
          hint={t('admin.birthdate.hint')}
          value={day}
          onChange={value => {
            setTyped(value)
            setIsIncomplete(false)
          }}
          error={error && explain(error)}
        />
        <div>
          <Button type="submit" size="s" busy={change.isPending} disabled={day === savedDay}>
            {t('admin.birthdate.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
