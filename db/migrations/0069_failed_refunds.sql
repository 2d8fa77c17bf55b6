CREATE INDEX `refunds_failed` ON `refunds` (`updated_at`) WHERE status = 'failed';
