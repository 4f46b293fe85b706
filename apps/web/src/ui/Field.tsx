import { useEffect, useId, useRef, useState, type ComponentProps, type CSSProperties, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import type { IconName } from './icon-names.ts'
import css from './Field.module.css'

const FIELD_ERROR_DELAY_MS = 10

type NativeInputProps = Pick<
  ComponentProps<'input'>,
  | 'autoComplete'
  | 'placeholder'
  | 'inputMode'
  | 'min'
  | 'max'
  | 'required'
  | 'disabled'
  | 'spellCheck'
  | 'autoCapitalize'
  | 'enterKeyHint'
  | 'onBlur'
  | 'lang'
>

export interface FieldProps extends NativeInputProps {
  label: ReactNode
  name: string
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'number' | 'date' | 'time'
  value: string
  onChange: (value: string) => void
  /** The error text. The field shakes when the error appears; the first invalid field of a form receives focus. */
  error?: string | null
  /** How often the form was submitted: a new number makes the field shake again for the same error. */
  submitCount?: number
  hint?: ReactNode
  /** In characters. A longer input is not cut: the field shows the excess, and its form cannot be submitted. */
  maxLength?: number
  /** The result of validation while typing, without shaking or taking focus. Null while unknown. */
  verdict?: { good: boolean; text: string } | null
  icon?: IconName
  /** The initial rows of a multi-line field, which grows with its content. Without `rows`, the field has one line. */
  rows?: number
  endContent?: ReactNode
  autoFocus?: boolean
}

export const Field = ({
  label,
  type = 'text',
  value,
  onChange,
  error,
  submitCount,
  hint,
  maxLength = Infinity,
  verdict,
  icon,
  rows,
  endContent,
  autoFocus,
  ...native
}: FieldProps) => {
  const { t } = useText()
  const id = useId()
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const [isRevealed, setIsRevealed] = useState(false)
  const remaining = maxLength - value.length
  const blockedCount = useSubmitBlock(input, remaining < 0)
  const tooLong = remaining < 0 ? t('common.field.long', { count: -remaining }) : null
  const isShaking = useErrorFocus(input, (blockedCount && tooLong) || error, (submitCount ?? 0) + blockedCount)
  const isInvalid = Boolean(error ?? tooLong)
  const describedBy =
    [error && `${id}-error`, tooLong && `${id}-long`, verdict && `${id}-verdict`, hint && `${id}-hint`]
      .filter(Boolean)
      .join(' ') || undefined
  const inputProps = {
    ...native,
    id,
    ref: input,
    value,
    'data-autofocus': autoFocus || undefined,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className={css.field} data-invalid={isInvalid ? '' : undefined} data-shake={isShaking ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={css.box}>
        {icon && <Icon name={icon} size="s" />}
        {rows ? (
          <textarea
            {...(inputProps as ComponentProps<'textarea'>)}
            rows={rows}
            style={{ '--rows': rows } as CSSProperties}
          />
        ) : (
          <input {...inputProps} type={isRevealed ? 'text' : type} />
        )}
        {verdict?.good && (
          <span className={css.good}>
            <Icon name="check" size="s" />
          </span>
        )}
        {type === 'password' && <RevealButton isRevealed={isRevealed} onClick={() => setIsRevealed(!isRevealed)} />}
        {endContent}
      </div>
      {error && (
        <p className={css.error} id={`${id}-error`}>
          <Icon name="circle-alert" size="s" />
          {error}
        </p>
      )}
      {tooLong && (
        <p className={css.error} id={`${id}-long`}>
          <Icon name="circle-alert" size="s" />
          {tooLong}
        </p>
      )}
      {verdict !== undefined && (
        <p className={verdict?.good ? css.good : css.error} id={`${id}-verdict`} role="status">
          {!error && verdict?.text}
        </p>
      )}
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/**
 * Blocks the submit event of the field's form while `isBlocked`; returns the number of blocked submissions. A form with
 * `data-tells-all` still receives the event, already prevented, so that it can show its other errors.
 */
const useSubmitBlock = (input: { current: HTMLInputElement | null }, isBlocked: boolean): number => {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const form = input.current?.form
    if (!isBlocked || !form) return
    // Listens in the capture phase, before React handles the submit event.
    const block = (event: Event) => {
      event.preventDefault()
      if (form.dataset.tellsAll === undefined) event.stopPropagation()
      setCount(before => before + 1)
    }
    form.addEventListener('submit', block, { capture: true })
    return () => {
      form.removeEventListener('submit', block, { capture: true })
      setCount(0)
    }
  }, [input, isBlocked])
  return count
}

/** Shakes and focuses the field shortly after an error, once the screen reader is back on the form. */
const useErrorFocus = (
  input: { current: HTMLElement | null },
  error: string | null | undefined,
  submitCount: number | undefined,
) => {
  const [isShaking, setIsShaking] = useState(false)
  useEffect(() => {
    if (!error) return
    const timer = setTimeout(() => {
      setIsShaking(true)
      // Among several invalid fields, the first field receives focus.
      const first = input.current?.closest('form')?.querySelector('div[data-invalid]')
      if (!first || first.contains(input.current)) input.current?.focus()
    }, FIELD_ERROR_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setIsShaking(false)
    }
  }, [input, error, submitCount])
  return isShaking
}

const RevealButton = ({ isRevealed, onClick }: { isRevealed: boolean; onClick: () => void }) => {
  const { t } = useText()
  return (
    <IconButton
      icon={isRevealed ? 'eye-off' : 'eye'}
      label={t(isRevealed ? 'common.field.hide' : 'common.field.show')}
      onClick={onClick}
    />
  )
}
