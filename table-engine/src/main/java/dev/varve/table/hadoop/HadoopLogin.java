package dev.varve.table.hadoop;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes Hadoop work for user ids without an entry in the passwd file, as containers with random ids have them. Hadoop asks the
 * operating system for the user's name before it opens any file system, S3 included, and gives up if there is none.
 */
final class HadoopLogin {
    private static final Logger LOG = LoggerFactory.getLogger(HadoopLogin.class);
    private static final String FALLBACK_USER = "connect";

    private HadoopLogin() {}

    /** Gives this class loader's Hadoop a user if the operating system has none. Left alone where Kerberos is configured. */
    static synchronized void ensureUser(Configuration configuration) {
        if (!configuration.get("hadoop.security.authentication", "simple").equalsIgnoreCase("simple")) {
            return;
        }
        try {
            UserGroupInformation.getLoginUser();
        } catch (IOException e) {
            String name = System.getenv().getOrDefault("HADOOP_USER_NAME", FALLBACK_USER);
            LOG.info("the operating system knows no name for this process's user, Hadoop sees user={}", name);
            LOG.debug("why Hadoop found no user", e);
            UserGroupInformation.setLoginUser(UserGroupInformation.createRemoteUser(name));
        }
    }
}
