import './styles.css'
import { offerCopy, offerTabs } from './code-blocks.ts'
import { fillIn } from './fill-in.ts'
import { offerRun } from './run.ts'
import { offerSearch } from './search.ts'

fillIn()
offerTabs()
offerCopy()
offerRun()
offerSearch()
