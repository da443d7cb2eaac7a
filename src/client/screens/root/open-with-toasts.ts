import type { Application } from '#client/session/application.ts';
import { openApplication } from '#client/session/open-application.ts';
import { dismissToast, showToast } from '#client/ui/toast/ToastHost.tsx';
import type { Services } from '#client/api/services.ts';

/** Opens the form; what cannot be saved is reported by a toast. Fails as `openApplication` does. */
export function openWithToasts(services: Services): Promise<Application> {
  return openApplication({
    services,
    onError: (error) => showToast({ severity: 'error', ...error }),
    onRetry: dismissToast,
  });
}
