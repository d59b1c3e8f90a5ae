import { offerCopy } from './copy.ts'
import { fillIn } from './fill-in.ts'
import { offerRun } from './run.ts'
import { offerSearch } from './search.ts'
import { offerTabs } from './tabs.ts'
import './styles.css'

fillIn()
offerTabs()
offerCopy()
offerRun()
offerSearch()
