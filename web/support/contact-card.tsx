import { BookOpen, ExternalLink, Landmark, Mail } from 'lucide-react'
import { Link } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { useSettings } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Card, CardContent } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'

export function ContactCard() {
  const { data: settings, ...read } = useSettings()
  return (
    <Card title="Quick Contact" description="Responses usually come within 24 hours on business days.">
      {read.error ? (
        <LoadError title="Failed to load the contact details" {...read} />
      ) : (
        <CardContent className="space-y-1 pt-3">
          <div className="flex min-h-11 items-center gap-3">
            <Mail aria-hidden className="size-4 shrink-0 text-faint" />
            {settings ? (
              <>
                <a
                  href={`mailto:${settings.supportEmail}`}
                  className="touch-target break-all font-medium text-accent-text hover:underline"
                >
                  {settings.supportEmail}
                </a>
                <CopyButton text={settings.supportEmail} label="Copy support email" />
              </>
            ) : (
              <>
                <LoadingText />
                <Skeleton className="h-4 w-44" />
              </>
            )}
          </div>
          <div className="flex min-h-11 items-center gap-3">
            <Landmark aria-hidden className="size-4 shrink-0 text-faint" />
            <Link to={paths.registers} className="touch-target font-medium text-accent-text hover:underline">
              Register status
            </Link>
          </div>
          {settings?.docsUrl ? (
            <div className="flex min-h-11 items-center gap-3">
              <BookOpen aria-hidden className="size-4 shrink-0 text-faint" />
              <a
                href={settings.docsUrl}
                target="_blank"
                rel="noreferrer"
                className="touch-target inline-flex items-center gap-1.5 font-medium text-accent-text hover:underline"
              >
                API Docs
                <ExternalLink aria-hidden className="size-3.5" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            </div>
          ) : null}
        </CardContent>
      )}
    </Card>
  )
}
