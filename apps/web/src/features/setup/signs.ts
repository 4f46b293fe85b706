import building from '@parvis/contract/signs/building.svg'
import lake from '@parvis/contract/signs/lake.svg'
import tent from '@parvis/contract/signs/tent.svg'
import tree from '@parvis/contract/signs/tree.svg'
import type { Sign } from '@parvis/contract/setup.ts'

export const signPictures: Record<Sign, string> = { lake, building, tree, tent }
