import type { ChangeEvent, ComponentProps } from 'react'
import { ButtonContent, type ButtonAppearance } from './Button.tsx'
import { classNames } from './class-names.ts'
import button from './Button.module.css'
import css from './FileButton.module.css'
import typography from './typography.module.css'

export interface FileButtonProps
  extends
    Pick<ButtonAppearance, 'kind' | 'size' | 'icon' | 'children'>,
    Pick<ComponentProps<'input'>, 'accept' | 'capture' | 'disabled'> {
  /** Called with one file, also if the same file is picked again. */
  onPick: (file: File) => void
}

export const FileButton = ({ kind = 'soft', size = 'm', icon, children, onPick, ...native }: FileButtonProps) => {
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) onPick(file)
  }
  return (
    <label className={classNames(button.button, css.file)} data-kind={kind} data-size={size}>
      <input {...native} type="file" className={typography.hidden} onChange={pick} />
      <ButtonContent icon={icon}>{children}</ButtonContent>
    </label>
  )
}
